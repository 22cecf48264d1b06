"""The searches that the web page shows step by step, as Python code that calls the exercise's eight functions.

A listing is a table of lines of code, each with the operation that it stands for. The page shows the lines and carries
out the operations, so the line it marks is the line it executes. Joined, the lines are a program that runs; a test
compares the steps of this program, line by line, with the steps of the page.

    enter           the call begins
    if_known        is the value of this board remembered?        return_known    return the remembered value
    if_over         is the game over?                             return_utility  return the value of the finished board
    start           set the best value to one that any move improves
    next            take the next move, or leave the loop
    call            search the board after that move
    update          keep the better value
    if_cut          can the opponent do as well elsewhere?        return_cut      skip the remaining moves
    window          raise alpha or lower beta
    finished        take the value of the finished board as the best value (only with memory)
    remember        remember the value of this board              return_best     return the best value
"""

from dataclasses import dataclass
from typing import TypeAlias

# A line of code and its operation; an empty operation stands for a line that is never marked.
Line: TypeAlias = tuple[str, str]


@dataclass(frozen=True)
class Listing:
    """A search: its name, a sentence about it, the lines before the functions, and the lines of max_value."""

    name: str
    sentence: str
    head: tuple[Line, ...]
    max_value: tuple[Line, ...]

    @property
    def min_value(self) -> tuple[Line, ...]:
        """The lines of min_value: those of max_value with MAX and MIN exchanged."""
        return tuple((mirrored(code), operation) for code, operation in self.max_value)

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines, with an empty one between the functions."""
        return (*self.head, *self.max_value, ("", ""), *self.min_value)

    @property
    def source(self) -> str:
        """The lines as a program."""
        return "\n".join(code for code, _ in self.lines) + "\n"


# What min_value has in place of each part of max_value.
MIRROR = (("max_value", "min_value"), ("-inf", "inf"), ("max(best", "min(best"), ("best >= beta", "best <= alpha"),
          ("alpha = max(alpha", "beta = min(beta"))  # fmt: skip


def mirrored(code: str) -> str:
    """Return the line of min_value that corresponds to a line of max_value."""
    for of_max, of_min in MIRROR:
        if of_max in code:
            return code.replace(of_max, of_min)
    return code.replace("min_value", "max_value")


PLAIN = Listing(
    "plain",
    "Searches every continuation to its end.",
    (),
    (
        ("def max_value(board):", "enter"),
        ("    if terminal(board):", "if_over"),
        ("        return utility(board)", "return_utility"),
        ("    best = -inf", "start"),
        ("    for action in sorted(actions(board)):", "next"),
        ("        value = min_value(result(board, action))", "call"),
        ("        best = max(best, value)", "update"),
        ("    return best", "return_best"),
    ),
)
ALPHA_BETA = Listing(
    "alpha-beta",
    "Stops searching a board as soon as its remaining moves cannot change the result.",
    (),
    (
        ("def max_value(board, alpha, beta):", "enter"),
        ("    if terminal(board):", "if_over"),
        ("        return utility(board)", "return_utility"),
        ("    best = -inf", "start"),
        ("    for action in sorted(actions(board)):", "next"),
        ("        value = min_value(result(board, action), alpha, beta)", "call"),
        ("        best = max(best, value)", "update"),
        ("        if best >= beta:", "if_cut"),
        ("            return best", "return_cut"),
        ("        alpha = max(alpha, best)", "window"),
        ("    return best", "return_best"),
    ),
)
MEMORY = Listing(
    "memory",
    "Remembers the value of every board, and searches each board only once.",
    (("known = {}", ""), ("", "")),
    (
        ("def max_value(board):", "enter"),
        ("    if str(board) in known:", "if_known"),
        ("        return known[str(board)]", "return_known"),
        ("    if terminal(board):", "if_over"),
        ("        best = utility(board)", "finished"),
        ("    else:", ""),
        ("        best = -inf", "start"),
        ("        for action in sorted(actions(board)):", "next"),
        ("            value = min_value(result(board, action))", "call"),
        ("            best = max(best, value)", "update"),
        ("    known[str(board)] = best", "remember"),
        ("    return best", "return_best"),
    ),
)
LISTINGS = (PLAIN, ALPHA_BETA, MEMORY)
