"""Read the receipts that Blackboard adds to each attempt: text files with the full name and the time with its zone.

Name: Ada Lovelace (ada)
Assignment: Project 0
Date Submitted: Tuesday, November 3, 2026 9:30:00 AM CET
Current Grade: Needs Grading
"""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone

BYTES_MAX = 20_000
# Only these lines are Blackboard's own. The student writes what comes below "Submission Field" and "Comments".
NAME = re.compile(r"Name: (?P<name>.+?) \((?P<user>[^()]+)\)")
SUBMITTED = re.compile(r"Date Submitted: \w+, (\w+) (\d{1,2}), (\d{4}) (\d{1,2}:\d\d:\d\d) ([AP]M)(?: ([A-Z]{1,5}))?")
# The names of time zones that Blackboard writes, in hours from UTC. With any other name, the zone is not known.
ZONES = {
    "UTC": 0, "GMT": 0, "WET": 0, "BST": 1, "WEST": 1, "CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3,
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a receipt says. The time is None if it cannot be read, and has no zone if its zone is not in ZONES."""

    who: str
    user: str
    time: datetime | None


def read(data: bytes) -> Receipt | None:
    """Return what a receipt says; None if the text is not a receipt."""
    lines = data[:BYTES_MAX].decode("utf-8", "replace").replace("\ufeff", "").splitlines()[:10]
    name = next((match for line in lines[:1] if (match := NAME.fullmatch(line.strip()))), None)
    if name is None:
        return None
    times = (match for line in lines if (match := SUBMITTED.fullmatch(line.strip())))
    return Receipt(name["name"], name["user"], next(map(time_of, times), None))


def time_of(match: re.Match[str]) -> datetime | None:
    """Return the time in a match of SUBMITTED; None for an impossible one, e.g. on February 30."""
    month, day, year, clock, half, zone = match.groups()
    try:
        time = datetime.strptime(f"{month} {day} {year} {clock} {half}", "%B %d %Y %I:%M:%S %p")
    except ValueError:
        return None
    return time.replace(tzinfo=timezone(timedelta(hours=ZONES[zone]))) if zone in ZONES else time
