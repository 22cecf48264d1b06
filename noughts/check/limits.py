"""The default limits of a check, in one place."""

from __future__ import annotations

from dataclasses import dataclass

# Wall clock for one file; what is not reached by then is reported as not reached. A course sets its own in the rubric.
SECONDS_MAX = 180.0


@dataclass(frozen=True)
class Limits:
    """What one worker of the sandbox may use."""

    answer_seconds_max: float = 30.0
    load_seconds_max: float = 10.0
    cpu_seconds_max: int = 300
    memory_bytes_max: int = 1 << 30
