"""Read the rubric, a TOML file with points, deductions and limits. Unknown keys and bad values are refused."""

import hashlib
import re
import tomllib
from collections import ChainMap
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from noughts.errors import BadInput
from noughts.game.exercise import FUNCTION_NAMES

DEFAULT = Path(__file__).with_name("default_rubric.toml").read_text("utf-8")

# The names of sections in version 0.1, which are still accepted, as is "cost" for "deduction" in keys.
OLD_SECTIONS = {"alike": "similarity"}
# A key of version 0.1, and the keys that replace it.
OLD_HAND_IN, HAND_IN_KEYS = "hand_in_deduction", ("wrong_name_deduction", "wrong_place_deduction")
# What points are given for.
PARTS = (*FUNCTION_NAMES, "comments")


@dataclass(frozen=True)
class Rubric:
    """The values of a rubric, as default_rubric.toml explains them, and a hash of all values."""

    name: str
    points: dict[str, float]
    partial: bool
    allowed: tuple[str, ...]
    imports_deduction: float
    wrong_name_deduction: float
    wrong_place_deduction: float
    compressed_deduction: float
    extra_files_deduction: float
    second_deduction: float
    seconds: float
    answer_seconds: float
    memory_mb: int
    at: datetime | None
    day_deduction: float
    days_max: float
    threshold: float
    deduction: float
    both: bool
    rare: float
    sha256: str

    @property
    def total(self) -> float:
        """The points of a perfect submission."""
        return sum(self.points.values())


def is_number(value: Any) -> bool:
    """Return whether the value is a number of at least 0 and below a million; true and false are not numbers."""
    return type(value) in (int, float) and 0 <= value < 1e6


# A test of the value, and what to write if it fails, by key. Keys that are not here need a number.
RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "name": (lambda v: type(v) is str and len(v) <= 200, "a string in quotes of at most 200 characters"),
    "partial": (lambda v: type(v) is bool, "true or false"),
    "both": (lambda v: type(v) is bool, "true or false"),
    "allowed": (lambda v: type(v) is list and {*map(type, v)} <= {str}, 'a list of names like ["copy", "math"]'),
    "seconds": (lambda v: is_number(v) and v > 0, "a number of seconds above 0 and below a million"),
    "answer_seconds": (lambda v: is_number(v) and v > 0, "a number of seconds above 0 and below a million"),
    "memory_mb": (lambda v: type(v) is int and 64 <= v <= 65536, "a whole number of megabytes from 64 to 65536"),
    "at": (
        lambda v: isinstance(v, datetime) and v.tzinfo is not None,
        "a time with its zone, without quotes, like 2026-11-20T23:59:00+01:00",
    ),
    "threshold": (lambda v: is_number(v) and 1 <= v <= 100, "a percentage from 1 to 100"),
}


def read(text: str, name: str = "the rubric") -> Rubric:
    """Return the rubric in a TOML string, with the defaults for missing values; raise BadInput for a mistake."""
    try:
        sections = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        hint = "write strings in quotes, but not numbers, true, false, or times like 2026-11-20T23:59:00+01:00"
        raise BadInput(f"{name} is not TOML: {error}; {hint}; see --print-rubric") from None
    default = tomllib.loads(DEFAULT)
    default["deadline"]["at"] = None
    given: dict[str, dict[str, Any]] = {}
    for old_section, keys in sections.items():
        section = OLD_SECTIONS.get(old_section, old_section)
        here = where(text, old_section, name)
        if section not in default or type(keys) is not dict:
            raise BadInput(f"{here}: {old_section!r} is not a section: choose [{'], ['.join(default)}]")
        if section in given:
            raise BadInput(f"{here}: [{old_section}] is given under another name too: keep only [{section}]")
        given[section] = read_section(text, name, section, keys, set(default[section]))
    merged = {section: keys | given.get(section, {}) for section, keys in default.items()}
    values = {"points": merged.pop("points"), **ChainMap(*merged.values())}
    values["allowed"] = tuple(values["allowed"])
    content = repr(sorted((key, str(value)) for key, value in values.items()))
    return Rubric(**values, sha256=hashlib.sha256(content.encode()).hexdigest())


def read_section(text: str, name: str, section: str, keys: dict[str, Any], known: set[str]) -> dict[str, Any]:
    """Return a section with old keys renamed; raise BadInput for an unknown or repeated key, or a bad value."""
    values: dict[str, Any] = {}
    for old_key, value in keys.items():
        key, here = old_key.replace("cost", "deduction"), where(text, old_key, name)
        if key == OLD_HAND_IN and section == "grading":
            for new_key in HAND_IN_KEYS:
                values |= read_section(text, name, section, {new_key: value}, known) if new_key not in keys else {}
            continue
        if key not in known:
            raise BadInput(f"{here}: {old_key!r} is not known in [{section}]: choose {', '.join(sorted(known))}")
        if key in values:
            raise BadInput(f"{here}: {old_key} is given under another name too: keep only {key}")
        is_fine, would_work = RULES.get(key, (is_number, "a number of at least 0 and below a million"))
        if not is_fine(value):
            raise BadInput(f"{here}: {old_key} = {as_written(value)} cannot be used: write {would_work}")
        values[key] = value
    return values


def as_written(value: object) -> str:
    """Return a value roughly as TOML writes it, cut to 80 characters; a huge integer as "a very large number"."""
    if isinstance(value, int) and abs(value) > 1e18:
        return "a very large number"
    return (f'"{value}"' if isinstance(value, str) else str(value).lower())[:80]


def read_file(path: Path | None) -> Rubric:
    """Return the rubric in a file, or the default rubric if the path is None; raise BadInput for a mistake."""
    try:
        return read(path.read_text("utf-8-sig"), str(path)) if path else read("")
    except UnicodeDecodeError as error:
        raise BadInput(f"{str(path)!r} is not UTF-8: {error.reason} at byte {error.start}; save it as UTF-8") from None


def where(text: str, key: str, name: str) -> str:
    """Return where a key is, e.g. "rubric.toml, line 3"; only the rubric's name if no line begins with the key."""
    lines = enumerate(text.splitlines(), 1)
    found = (line for line, content in lines if re.match(rf"\s*\[?\s*{re.escape(key)}\b", content))
    return next((f"{name}, line {line}" for line in found), name)
