"""Every exception that Noughts raises on purpose. Each carries a sentence that a person can act on."""

from __future__ import annotations


class NoughtsError(Exception):
    """Base class of all errors of this package."""


class BadInput(NoughtsError, ValueError):
    """Input that cannot be used; the message shows the value and says what would work."""


class TooLarge(BadInput):
    """A board, tree or ladder that is beyond a named limit."""


class UnplayableFile(NoughtsError):
    """A student's file that cannot be played through; the message names the function and the board."""


class SandboxUnavailable(NoughtsError):
    """A complete sandbox was required and this machine cannot provide one."""


class WindowUnavailable(NoughtsError):
    """No window can be opened; `reason` says why, `advice` what to do, `install` a command that would help."""

    def __init__(self, reason: str, advice: str = "", install: str = "") -> None:
        super().__init__(f"{reason}: {advice or f'type  {install}'}")
        self.reason, self.install = reason, install


class MissingDependency(NoughtsError, ImportError):
    """An optional package that is needed here is not installed; the message says how to install it."""
