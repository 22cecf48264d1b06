"""What is true about a board, to compare a file's answers with."""

from functools import cache

from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, FREE, Cell, O, Position, X
from noughts.trace.recording import Record, Recording, board_of

RULES = ("player", "actions", "result", "winner", "terminal", "utility")
UTILITIES = {X: 1, O: -1, None: 0}


@cache
def is_legal(position: Position) -> bool:
    """Return whether a game can lead to the position."""
    return position in solver_values()


@cache
def solver_values() -> dict[Position, int]:
    """Return the value for X of every position of the game."""
    values: dict[Position, int] = {}

    def value(position: Position) -> int:
        if position not in values:
            if CLASSIC.is_over(position):
                values[position] = UTILITIES[CLASSIC.winner(position)]
            else:
                best = max if CLASSIC.to_move(position) == X else min
                values[position] = best(value(CLASSIC.after(position, cell)) for cell in CLASSIC.free(position))
        return values[position]

    value(CLASSIC.start)
    return values


def value_for_x(position: Position) -> int:
    """Return 1, 0 or -1: what the position is worth for X."""
    return solver_values()[position]


def successors(position: Position) -> dict[Position, Cell]:
    """Return the positions after one move, with the cell of the move."""
    if CLASSIC.is_over(position):
        return {}
    return {CLASSIC.after(position, cell): cell for cell in CLASSIC.free(position)}


def best_cells(position: Position) -> set[Cell]:
    """Return the moves that keep the value of a position."""
    return {cell for after, cell in successors(position).items() if value_for_x(after) == value_for_x(position)}


def pair_of(cell: Cell) -> tuple[int, int]:
    """Return the row and the column of a cell."""
    return row_column(CLASSIC, cell)


def cell_of(data: object) -> Cell | None:
    """Return the cell that an encoded pair (i, j) names, or None."""
    if isinstance(data, list) and len(data) == 3 and data[0] in ("tuple", "list"):
        i, j = data[1:]
        if type(i) is int and type(j) is int and 0 <= i <= 2 and 0 <= j <= 2:
            return 3 * i + j
    return None


def expected_answer(recording: Recording, record: Record) -> object:
    """Return the right result of a rule function as encoded data; None if nothing is laid down for this call."""
    board, name = record.board, recording.name(record)
    if board is None or not is_legal(board) or name not in RULES:
        return NOTHING
    is_over = CLASSIC.is_over(board)
    if name == "winner":
        won = CLASSIC.winner(board)
        return ["str", won] if won else None
    if name == "terminal":
        return is_over
    if name == "utility":
        return UTILITIES[CLASSIC.winner(board)] if is_over else NOTHING
    if is_over:
        return NOTHING
    if name == "player":
        return ["str", CLASSIC.to_move(board)]
    if name == "actions":
        return ["set", *sorted((["tuple", *pair_of(cell)] for cell in CLASSIC.free(board)), key=repr)]
    cell = cell_of(record.arguments[1]) if len(record.arguments) > 1 else None
    if cell is None or board[cell] != FREE:
        return NOTHING
    return ["board", CLASSIC.after(board, cell)]


NOTHING = object()


def is_wrong_answer(recording: Recording, record: Record) -> bool:
    """Return whether a rule function gave a wrong result, raised an exception, or changed its board."""
    expected = expected_answer(recording, record)
    if expected is NOTHING:
        return False
    if record.error is not None or record.has_changed:
        return True
    value = record.value
    is_container = isinstance(value, list) and value and value[0] in ("set", "list", "tuple")
    if recording.name(record) == "actions" and is_container:
        assert isinstance(expected, list)
        return sorted(map(repr, value[1:])) != sorted(map(repr, expected[1:]))
    if recording.name(record) == "result":
        return board_of(value) != board_of(expected)
    if recording.name(record) == "terminal":
        return bool(value) != expected or isinstance(value, list)
    return bool(value != expected)
