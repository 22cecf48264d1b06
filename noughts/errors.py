"""The exceptions that several parts of Noughts use. The others are defined where they are raised."""


class NoughtsError(Exception):
    """Base class of the exceptions of this package.

    Some functions raise built-in exceptions instead; their docstrings say so, e.g. ValueError for an impossible move.
    TooLong (noughts/trace/recorder.py) is a BaseException, so that `except Exception` in a student's file misses it.
    """


class BadInput(NoughtsError, ValueError):
    """An input or option cannot be used, or what it needs is missing; the message says what would work."""


class TooLarge(BadInput):
    """A board, position or tree exceeds a limit; the message gives the limit."""


class OutOfBudget(NoughtsError):
    """A search has used up its budget of positions."""


class NotTraceable(NoughtsError):
    """The calls of a file cannot be recorded; the message says why."""


class SandboxUnavailable(NoughtsError):
    """A complete sandbox is required, but this machine cannot provide one."""


class WindowUnavailable(NoughtsError):
    """No window can be opened; `reason` says why.

    The message also says what to do: it ends with `advice` or, if that is empty, with the command `install`.
    """

    def __init__(self, reason: str, advice: str = "", install: str = "") -> None:
        super().__init__(f"{reason}: {advice or f'type  {install}'}")
        self.reason, self.install = reason, install


class MissingDependency(NoughtsError, ImportError):
    """An optional package that is needed here is not installed; the message says how to install it."""
