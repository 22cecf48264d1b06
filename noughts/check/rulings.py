"""The words of a ruling: what was due, how small a counterexample is, what is wrong with a function's head."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Collection
from importlib.machinery import ModuleSpec
from pathlib import Path

from noughts.check.box import Containment
from noughts.check.questions import PARAMETERS, Question, Ruling
from noughts.check.texts import pair_text, readable
from noughts.game import notation, solver
from noughts.game.rules import CLASSIC, other


def smallness(question: Question) -> tuple[int, str]:
    """Fewer marks first."""
    return smallness_of(question.position)


def smallness_of(position: str | None) -> tuple[int, str]:
    """The same of a position; what has none is smallest of all."""
    return (-1, "") if position is None else (9 - position.count("."), position)


def signature(name: str) -> str:
    """A function's head as handed out."""
    return f"{name}({', '.join(PARAMETERS.get(name, ('board',)))})"


def parameter_fault(name: str, told: str) -> str | None:
    """What is wrong with a function's parameters, if anything is."""
    if told == "missing":
        return "there is no such function"
    if told == "unknown":
        return None
    given, extra, defaults = head_of(told)
    due = PARAMETERS.get(name, ("board",))
    if len(given) != len(due) or extra:
        shown = [f"{word}=..." if index >= len(given) - defaults else word for index, word in enumerate(given)]
        return f"{name}({', '.join(shown)}{', and more' if extra else ''})"
    if name == "result" and given == ["action", "board"]:
        return "result(action, board): the other way round"
    return None


def head_of(told: str) -> tuple[list[str], bool, int]:
    """A head as the inmate tells it, "board,k:0:1": the parameters, whether there are more, how many have defaults."""
    parameters, extra, defaults = [*told.split(":"), "", ""][:3]
    number = int(defaults) if defaults.isascii() and defaults.isdigit() and len(defaults) < 4 else 0
    return [word for word in parameters.split(",") if word], extra not in ("0", ""), number


def takes(name: str, told: str) -> bool:
    """Can it be called as it should be, whatever else it takes?"""
    given, extra, defaults = head_of(told)
    due = len(PARAMETERS.get(name, ("board",)))
    return told != "missing" and len(given) - defaults <= due and (due <= len(given) or extra)


def due_text(question: Question) -> str:
    """What was due, as Python writes it."""
    if not question.right:
        return "an exception"
    shown = sorted(map(readable, question.right))
    return shown[0] if len(shown) == 1 else "one of " + ", ".join(shown)


def punishment(question: Question, ruling: Ruling) -> str | None:
    """The line that punishes a bad move of minimax."""
    if question.function != "minimax" or ruling.mutated or CLASSIC.is_over(question.position):
        return None
    for cell in CLASSIC.free(question.position):
        if readable(pair_text(cell)) == ruling.got:
            line = solver.best_line(CLASSIC, question.position, cell)
            return notation.moves_text(CLASSIC, other(CLASSIC.to_move(question.position)), line[1:]) or None
    return None


def installed(name: str) -> ModuleSpec | None:
    """Where a module of that name lies, if there is one."""
    try:
        return importlib.util.find_spec(name) if name.isidentifier() else None
    except (ValueError, ImportError, AttributeError):
        return None  # e.g. __main__, which lies nowhere


def package_folders(allow: Collection[str]) -> list[str]:
    """Where the allowed packages that are no part of Python are installed."""
    found = []
    for name in allow:
        spec = installed(name)
        if spec and spec.origin and "site-packages" in spec.origin:
            found.append(str(Path(spec.origin).parents[1 if spec.submodule_search_locations else 0]))
    return list(dict.fromkeys(found))


def lacking(box: Containment) -> str:
    """Why containment cannot be had."""
    return (
        f"a contained box was required, and here it is only {box.kind!r}: {', '.join(box.open) or 'not all locks'} open"
    )


def allow_hint(loading: str) -> str:
    """What to do about a module that is installed here and was kept out."""
    match = re.search(r"No module named '([A-Za-z_]\w*)", loading)
    if not match or installed(match[1]) is None:
        return ""
    return f" (only Python's own modules are there; --allow {match[1]} lets it in)"
