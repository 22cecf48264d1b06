"""The likely causes of wrong answers.

Most diagnoses are given only if they fit every wrong answer of a function. Faults that can occur together, such as a
taken cell and a changed board in result, or several lines that never win, are each diagnosed on their own.
"""

from collections.abc import Iterator, Sequence

from noughts.check.codec import encode_action, encode_board, readable
from noughts.check.findings import Finding, finding
from noughts.check.misconceptions import VALUE_AND_MOVE, Answers, diagnose_moves, diagnose_values, is_none_where_lost
from noughts.check.questions import OUTSIDE, Question, is_over, winner
from noughts.check.rulings import Ruling, RulingKind
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.notation import RowColumn, to_cell
from noughts.game.rules import CLASSIC, FREE, Line, Mark, Position, other, put

LINE_NAMES: dict[Line, str] = {
    (0, 1, 2): "top row", (3, 4, 5): "middle row", (6, 7, 8): "bottom row", (0, 3, 6): "left column",
    (1, 4, 7): "middle column", (2, 5, 8): "right column", (0, 4, 8): "main diagonal", (2, 4, 6): "anti-diagonal",
}  # fmt: skip
# The wrong answers of each function, by question.
Wrong = dict[str, dict[Question, Ruling]]
# The wrong values of one function, by position; None where something other than the value was wrong.
WrongValues = dict[Position, str | None]
# A mark on the wrong cell or of the wrong side is diagnosed only if result returned more wrong boards than this.
BOARDS_MIN = 20


def diagnose(wrong: Wrong, minimax: Answers, asked: Sequence[Position]) -> list[Finding]:
    """Return every diagnosis that fits the answers about the positions in `asked`."""
    not_written = [name for name in FUNCTION_NAMES if is_not_written(wrong[name])]
    values = {name: {q.position: r.plain_value for q, r in wrong[name].items()} for name in FUNCTION_NAMES}
    missing = [] if "winner" in not_written else missing_lines(values["winner"], asked)
    diagnoses = [finding("not_written", functions=", ".join(not_written))] if not_written else []
    for name, faults in (
        ("player", player_faults(values["player"], asked)),
        ("actions", actions_faults(values["actions"])),
        ("result", result_faults(wrong["result"])),
        ("winner", winner_faults(values["winner"], asked, missing)),
        ("terminal", terminal_faults(values["terminal"], asked)),
        ("utility", utility_faults(values["utility"], asked)),
        ("minimax", minimax_faults(values["minimax"], minimax, missing)),
    ):
        if name not in not_written:
            diagnoses += faults
    explained = {diagnosis.function for diagnosis in diagnoses} | set(not_written)
    unexplained = [name for name in ("terminal", "utility") if values[name] and name not in explained]
    followers = [name for name in unexplained if values[name].keys() <= values["winner"].keys()]
    if followers:  # they may be wrong only because winner is
        diagnoses.append(finding("follows_winner", functions=" and ".join(followers)))
    return diagnoses


def is_not_written(wrong: dict[Question, Ruling]) -> bool:
    """Return whether a function raised NotImplementedError wherever it was wrong."""
    return {(ruling.kind, ruling.error) for ruling in wrong.values()} == {(RulingKind.RAISED, "NotImplementedError")}


def player_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the fault of player: X and O exchanged, or always the same answer."""
    exchanged: WrongValues = {p: f'"{other(CLASSIC.to_move(p))}"' for p in asked if not is_over(p)}
    if wrong and wrong == exchanged:
        yield finding("player_exchanged", function="player")
        return
    for mark in "XO":
        if wrong and wrong == {position: value for position, value in exchanged.items() if value == f'"{mark}"'}:
            yield finding("player_constant", function="player", mark=mark)


def actions_faults(wrong: WrongValues) -> Iterator[Finding]:
    """Yield the faults of actions: a list instead of a set, or columns before rows."""
    if wrong and all(value and value.startswith("[") for value in wrong.values()):
        yield finding("actions_list", function="actions")
    if wrong and wrong == {position: transposed_actions(position) for position in wrong}:
        yield finding("actions_transposed", function="actions")


def transposed_actions(position: Position) -> str:
    """Return the free cells as (column, row), as the worker writes a set."""
    transposed = [cell % 3 * 3 + cell // 3 for cell in CLASSIC.free(position)]
    return "{" + ",".join(sorted(map(encode_action, transposed))) + "}"


def result_faults(wrong: dict[Question, Ruling]) -> Iterator[Finding]:
    """Yield the faults of result: bad actions accepted, a changed board, a wrong cell or a wrong mark."""
    accepted = [ruling for question, ruling in wrong.items() if not question.right]
    misplaced = [r for q, r in wrong.items() if q.right and r.kind != RulingKind.CHANGED_BOARD]
    boards = wrong_boards(wrong, "E7")
    if not misplaced and any(counts_from_the_end(*board) for board in boards):
        yield finding("negative_indices", function="result")
    if any(is_taken_again(*board) for board in boards):
        yield finding("taken_cell", function="result")
    if accepted and all(ruling.plain_value == "n" for ruling in accepted):
        yield finding("returns_none_for_bad_action", function="result")
    if any(ruling.kind == RulingKind.CHANGED_BOARD for ruling in wrong.values()):
        yield finding("changes_board", function="result")
    boards = wrong_boards(wrong, "E5")
    if len(boards) > BOARDS_MIN:
        if all(board == with_mark(position, (j, i)) for position, (i, j), board in boards):
            yield finding("result_transposed", function="result")
        for mark in "XO":
            if all(board == with_mark(position, action, mark) for position, action, board in boards):
                yield finding("result_constant_mark", function="result", mark=mark)


def wrong_boards(wrong: dict[Question, Ruling], clause: str) -> list[tuple[Position, RowColumn, str]]:
    """Return the position, the action and the wrong board of every question about a clause that got a board."""
    answers = [(q.position, q.action, r.plain_value) for q, r in wrong.items() if q.clause == clause]
    return [(position, action, value) for position, action, value in answers if action and value and value[:2] == "[["]


def with_mark(position: Position, action: RowColumn, mark: Mark | None = None) -> str:
    """Return the board with a mark, by default the mover's, at (row, column), as the worker writes it."""
    return encode_board(put(position, to_cell(CLASSIC, action), mark or CLASSIC.to_move(position)))


def is_taken_again(position: Position, action: RowColumn, board: str) -> bool:
    """Return whether the mover's mark has replaced the opponent's mark on the board."""
    if action in OUTSIDE or position[to_cell(CLASSIC, action)] != other(CLASSIC.to_move(position)):
        return False
    return board == with_mark(position, action)


def counts_from_the_end(position: Position, action: RowColumn, board: str) -> bool:
    """Return whether the mover's mark is on the cell that a negative index selects in Python."""
    i, j = (index % 3 for index in action)
    return min(action) < 0 and board == with_mark(position, (i, j)) != encode_board(position)


def missing_lines(wrong: WrongValues, asked: Sequence[Position]) -> list[Line]:
    """Return the lines on which winner never finds a win."""
    unseen = {position for position, value in wrong.items() if value == "n"}
    alone: dict[Line, set[Position]] = {line: set() for line in LINE_NAMES}  # the positions won by that line only
    for position in asked:
        if (mark := winner(position)) and len(lines := CLASSIC.complete_lines(position, mark)) == 1:
            alone[lines[0]].add(position)
    return [line for line, won in alone.items() if won and won <= unseen]


def winner_faults(wrong: WrongValues, asked: Sequence[Position], missing: list[Line]) -> Iterator[Finding]:
    """Yield the faults of winner: no wins at all or for one side, lines that never win, free lines that hide a win."""
    won = [position for position in asked if winner(position)]
    only_none = set(wrong.values()) == {"n"}
    if won and set(won) == set(wrong) and only_none:
        yield finding("no_winner", function="winner")
        return
    for mark in "XO":
        if won and only_none and set(wrong) == {position for position in won if winner(position) == mark}:
            yield finding("no_winner_of", function="winner", mark=mark)
    yield from (finding("line_never_wins", function="winner", line=LINE_NAMES[line]) for line in missing)
    if wrong and not missing and only_none and all(CLASSIC.complete_lines(position, FREE) for position in wrong):
        yield finding("free_line_first", function="winner")


def terminal_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the faults of terminal: missed ends, and values other than True or False."""
    early = {position for position in asked if is_over(position) and FREE in position}
    draws = {position for position in asked if is_over(position) and winner(position) is None}
    values = set(wrong.values())
    missed = values <= {"b0", "n"}
    if wrong and set(wrong) == early and missed:
        yield finding("terminal_only_full", function="terminal")
    elif wrong and set(wrong) == draws and missed:
        yield finding("terminal_misses_full", function="terminal")
    unfinished = {position for position in asked if not is_over(position)}
    if unfinished and all(wrong.get(position) == "n" for position in unfinished):
        yield finding("terminal_none", function="terminal")
    if wrong and values <= {'"X"', '"O"'}:
        yield finding("terminal_winner", function="terminal")


def utility_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the faults of utility: a wrong value for one kind of ending, or exchanged signs."""
    finished = [position for position in asked if is_over(position)]
    values = set(wrong.values())
    for mark, ending, expected in ((None, "a draw", 0), ("X", "a win of X", 1), ("O", "a win of O", -1)):
        endings = {position for position in finished if winner(position) == mark}
        if endings and set(wrong) == endings and len(values) == 1 and (value := next(iter(values))) is not None:
            yield finding("utility_constant", function="utility", got=readable(value), ending=ending, expected=expected)
    exchanged: WrongValues = {p: {"X": "i-1", "O": "i1"}[mark] for p in finished if (mark := winner(p))}
    if exchanged and wrong == exchanged:
        yield finding("utility_signs", function="utility")


def minimax_faults(wrong: WrongValues, answers: Answers, missing: list[Line]) -> Iterator[Finding]:
    """Yield the faults of minimax: what it seems to do instead of finding the best move."""
    unfinished = {position: value for position, value in answers.items() if not is_over(position)}
    finished = {position: value for position, value in answers.items() if is_over(position)}
    no_none = {position for position in finished if position in wrong}
    early = {position for position in finished if FREE in position}
    if no_none and no_none in (set(finished), early) and not any(finished[p][:1] in ("!", "") for p in no_none):
        yield finding("minimax_no_none", function="minimax")
    if not unfinished or not any(position in wrong for position in unfinished):
        return
    values = unfinished.values()
    if all(value.startswith("[") for value in values):
        yield finding("minimax_list", function="minimax")
    elif all(VALUE_AND_MOVE.fullmatch(value) for value in values):
        yield finding("minimax_value_and_move", function="minimax")
    elif is_none_where_lost(unfinished):
        yield finding("minimax_none_when_lost", function="minimax")
    elif all(value.startswith("(") for value in values):
        if cause := diagnose_moves(unfinished, missing):
            yield cause
    else:
        yield from diagnose_values(unfinished)
