"""The exceptions of Noughts: their base class, and those whose message is shown to the user."""


class NoughtsError(Exception):
    """Base class of the exceptions of this package.

    Some functions raise built-in exceptions, which their docstrings name, e.g. ValueError for an impossible move.
    TooLong, which is raised only in the process that runs a file, is not a subclass either.
    """


class BadInput(NoughtsError, ValueError):
    """An input cannot be used, or something that is needed is missing; the message says what would work."""


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
