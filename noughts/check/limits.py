"""The default limits of a check. The time of a file is the CPU time of its workers."""

from dataclasses import dataclass

# The CPU time limit for all workers of one file. Questions that are left then are reported as not reached. The rubric
# of a course may set another limit.
SECONDS_MAX = 300.0
# The CPU time limit for an answer of minimax with many free cells, and the share of this limit for any other answer.
ANSWER_SECONDS_MAX = 60.0
SHORT_ANSWER_SHARE = 1 / 12
# With this many free cells or more, a right but slow search may take seconds.
SLOW_FREE_CELLS = 7
# By the clock, a check ends after this many times its CPU time limit, in case its workers sleep or get little CPU time.
CLOCK_FACTOR = 3
# A function is no longer called after LOST_MAX calls without an answer, or after ALIKE_MAX exceptions of one type in a
# pass (orders.py). minimax is no longer called after ALIKE_MAX wrong answers of one kind in a pass.
LOST_MAX = 2
ALIKE_MAX = 500


@dataclass(frozen=True)
class Limits:
    """The limits on one worker."""

    answer_cpu_seconds_max: float = ANSWER_SECONDS_MAX
    idle_seconds_max: float = 10.0  # by the clock, without computing
    load_cpu_seconds_max: float = 10.0
    memory_bytes_max: int = 1 << 30
