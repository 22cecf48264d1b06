"""The exceptions of Noughts: their base class, and those whose message is shown to the user."""


class NoughtsError(Exception):
    """Base class of all exceptions in this package."""


class BadInput(NoughtsError, ValueError):
    """Input that cannot be used; the message shows the value and says what would work."""


class TooLarge(BadInput):
    """A board, position or tree exceeds a limit; the message gives the limit."""


class NotTraceable(NoughtsError):
    """A file's search cannot be recorded; the message says why."""


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
