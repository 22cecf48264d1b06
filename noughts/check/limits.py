"""The default limits of a check, in one place."""

from dataclasses import dataclass

# Wall-clock limit for one file; the rest is reported as not reached. A course sets its own in the rubric.
SECONDS_MAX = 180.0


@dataclass(frozen=True)
class Limits:
    """The limits of one worker of the sandbox; answer and load times are wall-clock seconds."""

    answer_seconds_max: float = 30.0
    load_seconds_max: float = 10.0
    cpu_seconds_max: int = 300
    memory_bytes_max: int = 1 << 30
