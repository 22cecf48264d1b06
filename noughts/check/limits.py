"""The default limits of a check, in one place. Limits on a file count the processor time (CPU) of its workers."""

from dataclasses import dataclass

# CPU seconds for all workers of one file; the rest is reported as not reached. A course sets its own in the rubric.
SECONDS_MAX = 300.0
# CPU seconds for an answer of minimax with many free cells; any other answer has a twelfth of it.
ANSWER_SECONDS_MAX = 60.0
SHORT_ANSWER_SHARE = 1 / 12
# From this many free cells on, an honest search may take seconds.
SLOW_FREE_CELLS = 7
# The clock stops a check after this many times its CPU seconds, in case its workers get little time or sleep.
CLOCK_FACTOR = 3
# A function is asked no further after this many answers lost to a limit or a crash, or wrong in one way.
LOST_MAX = 2
ALIKE_MAX = 500


@dataclass(frozen=True)
class Limits:
    """What one worker of the sandbox may use."""

    answer_cpu_seconds_max: float = ANSWER_SECONDS_MAX
    idle_seconds_max: float = 10.0  # clock time in which it computes nothing
    load_cpu_seconds_max: float = 10.0
    memory_bytes_max: int = 1 << 30
