"""The true values of boards and the right results of calls, with which the results of a file are compared."""

from functools import cache

from noughts.check.questions import positions
from noughts.game import solver
from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, FREE, Cell, Position, X
from noughts.trace.recording import Record, Recording, board_of

# The functions that state the rules of the game.
RULES = ("player", "actions", "result", "winner", "terminal", "utility")
# The expected result of a call for which the exercise allows any result.
ANYTHING = object()


@cache
def values_for_x() -> dict[Position, int]:
    """Return the value for X, 1, 0 or -1, of every reachable position."""
    table = solver.table_for(CLASSIC, CLASSIC.start, X)
    signs = {position: 1 if CLASSIC.to_move(position) == X else -1 for position in positions()}
    return {position: sign * table.verdict(position).value for position, sign in signs.items()}


def is_reachable(position: Position) -> bool:
    """Return whether play can reach the position."""
    return position in values_for_x()


def value_for_x(position: Position) -> int:
    """Return the value for X of a reachable position: 1, 0 or -1."""
    return values_for_x()[position]


def successors(position: Position) -> dict[Position, Cell]:
    """Return the positions after one move, each with the cell of the move; none if the game is over."""
    if CLASSIC.is_over(position):
        return {}
    return {CLASSIC.after(position, cell): cell for cell in CLASSIC.free(position)}


def best_cells(position: Position) -> set[Cell]:
    """Return the moves that keep the value of a position."""
    return {cell for after, cell in successors(position).items() if value_for_x(after) == value_for_x(position)}


def cell_of(data: object) -> Cell | None:
    """Return the cell that an encoded tuple or list (i, j) names; None if it names no cell of the board."""
    if isinstance(data, list) and len(data) == 3 and data[0] in ("tuple", "list"):
        i, j = data[1:]
        if type(i) is int and type(j) is int and 0 <= i <= 2 and 0 <= j <= 2:
            return 3 * i + j
    return None


def expected_result(recording: Recording, record: Record) -> object:
    """Return the right result of a call of a rule function, encoded; ANYTHING if every result is allowed.

    Also return ANYTHING for a call of another function, and for a call without a reachable board.
    """
    board, name = record.board, recording.name(record)
    if board is None or not is_reachable(board):
        return ANYTHING
    is_over = CLASSIC.is_over(board)
    if name == "winner":
        winner = CLASSIC.winner(board)
        return ["str", winner] if winner else None
    if name == "terminal":
        return is_over
    if name == "utility" and is_over:
        return value_for_x(board)
    if name == "player" and not is_over:
        return ["str", CLASSIC.to_move(board)]
    if name == "actions" and not is_over:
        return ["set", *sorted((["tuple", *row_column(CLASSIC, cell)] for cell in CLASSIC.free(board)), key=repr)]
    if name == "result" and not is_over and len(record.arguments) > 1:
        cell = cell_of(record.arguments[1])
        if cell is not None and board[cell] == FREE:
            return ["board", CLASSIC.after(board, cell)]
    return ANYTHING


def is_wrong_result(recording: Recording, record: Record) -> bool:
    """Return whether a call of a rule function returned a wrong result, raised an exception, or changed an argument.

    A call of any other function is never wrong, nor is a call for which every result is allowed.
    """
    expected = expected_result(recording, record)
    if expected is ANYTHING:
        return False
    if record.error is not None or record.has_changed:
        return True
    name, value = recording.name(record), record.value
    if name == "actions" and isinstance(value, list) and value[:1] in (["set"], ["list"], ["tuple"]):
        assert isinstance(expected, list)
        return sorted(map(repr, value[1:])) != sorted(map(repr, expected[1:]))
    if name == "result":
        return board_of(value) != board_of(expected)
    if name == "terminal":
        return bool(value) != expected or isinstance(value, list)
    return bool(value != expected)
