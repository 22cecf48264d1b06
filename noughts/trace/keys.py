"""Keys for the values of recorded calls: equal values have equal keys. This runs in the sandbox's worker."""

from __future__ import annotations

from noughts.check.sandbox.encode import line_of

TYPING = False
if TYPING:  # for the type checker only: the worker must start fast
    from typing import Any

# How many items of a container and how many characters of a text are kept.
ITEMS_MAX, CHARACTERS_MAX = 12, 40
ATOMS = frozenset({int, float, bool, str, type(None)})


class Other(tuple):  # type: ignore[type-arg]  # the type checker need not know what is inside
    """The key of a value of another type: the type's name, and the board among its attributes if there is one."""

    __slots__ = ()


class Raised(tuple):  # type: ignore[type-arg]
    """The key of an exception: its type, its line and its text."""

    __slots__ = ()


class Board(tuple):  # type: ignore[type-arg]
    """The nine cells of a board, as a key."""

    __slots__ = ()


def frozen(value: Any) -> Any:
    """Return a key for a value: equal values have equal keys; a board becomes a Board."""
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
    """Return the value's key if it may be a board, else None."""
    return frozen(value) if type(value) in (list, tuple) and len(value) in (3, 9) else None


def board_in(parts: Any) -> Any:
    """Return the first board among keys, or None."""
    for key in parts:
        if type(key) is Board:
            return key
        if type(key) is Other and key[1] is not None:
            return key[1]
    return None


def boards_in(cells: Any) -> tuple[Any, ...]:
    """Return the boards among the names of the functions around this one."""
    found = []
    for cell in cells:
        try:
            key = frozen_board(cell.cell_contents)
        except ValueError:  # the name has no value yet
            continue
        if type(key) is Board:
            found.append(key)
    return tuple(found)


def holds_function(cell: Any) -> bool:
    """Return whether a name of the function around this one has a function as its value, or none yet."""
    try:
        return callable(cell.cell_contents)
    except ValueError:
        return True


def keys(values: Any, named: dict[str, Any]) -> tuple[Any, ...]:
    """Return the keys of all arguments, those passed by name as pairs."""
    return (*map(frozen, values), *(("named", name, frozen(value)) for name, value in named.items()))


def hashable(key: Any) -> Any:
    """Return a key that can be hashed: the key itself, or its type's name."""
    try:
        hash(key)
    except BaseException:
        return Other((type(key).__name__, None))
    return key


def raised(error: BaseException) -> Raised:
    """Return the key of an exception."""
    return Raised((type(error).__name__[:CHARACTERS_MAX], line_of(error), safe_text(error)))


def safe_text(error: BaseException) -> str:
    """Return the beginning of an exception's text."""
    try:
        return str(error)[: CHARACTERS_MAX * 3]
    except BaseException:
        return ""


def shown(value: Any) -> str:
    """Return a short text for a simple value, a pair or a short list of them; an empty text for anything else."""
    if type(value) in ATOMS or (type(value) is tuple and all(type(part) in ATOMS for part in value[:3])):
        return repr(value)[:CHARACTERS_MAX]
    return ""
