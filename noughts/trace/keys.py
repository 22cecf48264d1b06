"""Keys: short copies of arguments and results, to compare recorded calls. This runs in the sandbox's worker."""

from __future__ import annotations

from noughts.check.sandbox.encode import line_of

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# The most items of a container, and the most characters of a string, that are kept.
ITEMS_MAX, CHARACTERS_MAX = 12, 40
ATOMS = frozenset({int, float, bool, str, type(None)})


class Other(tuple):  # type: ignore[type-arg]  # the type checker need not know what is inside
    """The key of an object of a type that `frozen` does not list: the type's name, and the object's board or None."""

    __slots__ = ()


class Raised(tuple):  # type: ignore[type-arg]
    """The key of an exception: its type, its line and its message."""

    __slots__ = ()


class Board(tuple):  # type: ignore[type-arg]
    """The key of a board: its nine cells."""

    __slots__ = ()


def frozen(value: Any) -> Any:
    """Return the key of a value.

    Equal values of the types listed here have equal keys (1 and True, for example), except dicts in different orders.
    Different values may have equal keys too:

    - boards with the same cells in different forms
    - lists, tuples and dicts that differ only after their first ITEMS_MAX items
    - values of other types
    """
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is list or kind is tuple:
        size = len(value)
        if size == 3 and type(value[0]) in (list, tuple) and len(value[0]) == len(value[1]) == len(value[2]) == 3:
            return Board((*value[0], *value[1], *value[2]))
        if size == 9:
            return Board(value)
        parts = tuple([frozen(part) for part in value[:ITEMS_MAX]])
        return parts if kind is tuple else ("list", parts)
    if kind is set or kind is frozenset:
        return frozenset([frozen(part) for part in value])
    if kind is dict:
        return ("dict", tuple([(frozen(name), frozen(value[name])) for name in list(value)[:ITEMS_MAX]]))
    if hasattr(value, "__dict__") and not isinstance(value, type):
        return Other((kind.__name__, board_in([frozen_board(part) for part in list(vars(value).values())[:ITEMS_MAX]])))
    return Other((kind.__name__, None))


def frozen_board(value: Any) -> Any:
    """Return the key of a list or tuple that may be a board; None for any other value."""
    return frozen(value) if type(value) in (list, tuple) and len(value) in (3, 9) else None


def board_in(parts: Any) -> Any:
    """Return the first board in `parts`, directly or inside an Other; None if there is none."""
    for key in parts:
        if type(key) is Board:
            return key
        if type(key) is Other and key[1] is not None:
            return key[1]
    return None


def boards_in(cells: Any) -> tuple[Any, ...]:
    """Return the keys of the boards among the variables of a closure."""
    boards = []
    for cell in cells:
        try:
            key = frozen_board(cell.cell_contents)
        except ValueError:  # the variable has no value yet
            continue
        if type(key) is Board:
            boards.append(key)
    return tuple(boards)


def holds_function(cell: Any) -> bool:
    """Return whether a variable of a closure holds something that can be called, or has no value yet."""
    try:
        return callable(cell.cell_contents)
    except ValueError:
        return True


def keys(values: Any, named: dict[str, Any]) -> tuple[Any, ...]:
    """Return the keys of all arguments; an argument passed by name becomes ("named", name, key)."""
    return (*map(frozen, values), *(("named", name, frozen(value)) for name, value in named.items()))


def hashable(key: Any) -> Any:
    """Return the key if it can be hashed, else an Other with the name of its type."""
    try:
        hash(key)
    except BaseException:
        return Other((type(key).__name__, None))
    return key


def raised(error: BaseException) -> Raised:
    """Return the key of an exception; its message is empty if `str` fails."""
    try:
        text = str(error)[: CHARACTERS_MAX * 3]
    except BaseException:
        text = ""
    return Raised((type(error).__name__[:CHARACTERS_MAX], line_of(error), text))


def shown(value: Any) -> str:
    """Return a short string for a number, string, Boolean, None, or tuple that begins with such values; else ""."""
    if type(value) in ATOMS or (type(value) is tuple and all(type(part) in ATOMS for part in value[:3])):
        return repr(value)[:CHARACTERS_MAX]
    return ""
