"""Ask for one line of input."""

from __future__ import annotations

import sys

GOODBYE = "Goodbye!"


def read_line(prompt: str) -> str:
    """Print the prompt and return the line that is typed; raise EOFError at the end of input.

    A line from a pipe is printed too, so that the transcript reads like a conversation. If the output is closed,
    printing raises BrokenPipeError before the next line is read.
    """
    if sys.stdin is None or sys.stdout is None or sys.stdin.closed or sys.stdout.closed:
        raise EOFError
    if sys.stdin.isatty() and sys.stdout.isatty():
        return input(prompt)  # with line editing
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    line = line.rstrip("\n")
    if not sys.stdin.isatty():
        print(line, flush=True)
    return line
