"""The base of all exceptions of Noughts, and those whose message is a sentence for a person."""

from __future__ import annotations


class NoughtsError(Exception):
    """Base class of all exceptions in this package."""


class BadInput(NoughtsError, ValueError):
    """Input that cannot be used; the message shows the value and says what would work."""


class TooLarge(BadInput):
    """A board, tree or ladder exceeds a limit that the message names."""


class UnplayableFile(NoughtsError):
    """A student's file cannot play a game; the message names the function and the board."""


class SandboxUnavailable(NoughtsError):
    """A complete sandbox was required and this machine cannot provide one."""


class WindowUnavailable(NoughtsError):
    """No window can be opened; `reason` says why, `advice` what to do, and `install` is a command that may help."""

    def __init__(self, reason: str, advice: str = "", install: str = "") -> None:
        super().__init__(f"{reason}: {advice or f'type  {install}'}")
        self.reason, self.install = reason, install


class MissingDependency(NoughtsError, ImportError):
    """A required optional package is not installed; the message says how to install it."""
