"""The likely causes of wrong answers.

Most diagnoses are given only if they fit every wrong answer of a function. Faults that can occur together are diagnosed
separately, such as accepted taken cells and changed boards in result, or several lines that never win.
"""

import ast
from collections.abc import Iterator, Sequence

from noughts.check import source_faults
from noughts.check.codec import encode_action, encode_board, readable
from noughts.check.common_faults import find_common_faults
from noughts.check.findings import Finding, finding
from noughts.check.misconceptions import (
    VALUE_AND_MOVE,
    Answers,
    answers_of,
    diagnose_moves,
    diagnose_values,
    none_where,
)
from noughts.check.questions import Question, is_over, winner
from noughts.check.rulings import Ruling, RulingKind
from noughts.check.slip_words import SLIP_WORDS
from noughts.check.slips import find_slips
from noughts.check.source import functions_of
from noughts.check.winner_faults import LINE_NAMES, WrongValues, winner_faults
from noughts.game.exercise import FUNCTION_NAMES
from noughts.game.notation import RowColumn, rows_of, to_cell
from noughts.game.rules import CLASSIC, FREE, Cell, Mark, Position, other, put

# The wrong answers of each function, by question.
Wrong = dict[str, dict[Question, Ruling]]
# Faults that the source shows for certain; they come before the faults that the answers suggest.
CERTAIN = ("empty_among_rows", "catches_own_exception", "shadowed_name")
# Habits of minimax that say little about the cause; they are left out if the source shows a slip.
VAGUE = ("one_ply", "win_or_block")
# Marks on the wrong cells or of the wrong side are diagnosed only if result returned more wrong boards than this.
BOARDS_MIN = 20


def diagnose(
    wrong: Wrong, minimax: Answers, asked: Sequence[Position], tree: ast.Module | None, inconsistent: Sequence[str]
) -> list[Finding]:
    """Return the likely causes of wrong answers.

    `minimax` contains the answers of minimax, right ones included, and `asked` contains all positions of the check. The
    answers of the functions in `inconsistent` depend on earlier calls, so their values say nothing about the cause.
    """
    if not any(wrong.values()):
        return []
    functions = functions_of(tree)
    not_written = [name for name in FUNCTION_NAMES if is_not_written(name, wrong[name], functions)]
    diagnoses = [finding("not_written", function=name) for name in not_written]
    diagnoses += find_slips(tree, [name for name in wrong if wrong[name] and name not in not_written], inconsistent)
    clear = {name: {} if name in (*not_written, *inconsistent) else wrong[name] for name in wrong}
    values = {name: {q.position: r.plain_value for q, r in clear[name].items()} for name in FUNCTION_NAMES}
    from_source = [*source_faults.find_faults(tree, {name: list(rulings.values()) for name, rulings in clear.items()})]
    diagnoses += [each for each in from_source if each.id in CERTAIN]
    diagnoses += player_faults(values["player"], asked)
    diagnoses += actions_faults(values["actions"], asked)
    diagnoses += result_faults(clear["result"])
    diagnoses += winner_faults(values["winner"], asked)
    diagnoses += terminal_faults(values["terminal"], asked)
    diagnoses += utility_faults(values["utility"], asked)
    changes_board = any(ruling.kind == RulingKind.CHANGED_BOARD for ruling in wrong["minimax"].values())
    looks_for_end = "minimax" not in functions or source_faults.may_check_end("minimax", functions)
    diagnoses += minimax_faults(values["minimax"], minimax, looks_for_end, changes_board)
    for name, rulings in clear.items():
        diagnoses += find_common_faults(name, rulings, asked)
    for name in ("player", "winner", "result"):
        if any(value and (value == "i0" or "i0" in value.strip("[]").split(",")) for value in values[name].values()):
            diagnoses.append(finding("zero_for_o", function=name))
    explained = {diagnosis.function for diagnosis in diagnoses}  # exceptions of these are only consequences
    others = [each for each in from_source if each.id not in CERTAIN]
    diagnoses += [each for each in others if each.id != "raises" or each.function not in explained]
    is_named = any(each.id in SLIP_WORDS and each.function == "minimax" for each in diagnoses)
    return [each for each in diagnoses if not (is_named and each.id in VAGUE)]


def is_inconsistent(wrong: dict[Question, Ruling]) -> bool:
    """Return whether some answers of a function depend on earlier calls, although it changes no board."""
    changes_board = any(ruling.kind == RulingKind.CHANGED_BOARD for ruling in wrong.values())
    return not changes_board and any(ruling.is_inconsistent for ruling in wrong.values())


def is_not_written(name: str, wrong: dict[Question, Ruling], functions: dict[str, ast.FunctionDef]) -> bool:
    """Return whether a function only raises NotImplementedError, both in its wrong answers and in the source."""
    kinds = {(ruling.kind, ruling.error) for ruling in wrong.values()}
    is_only_raised = kinds == {(RulingKind.RAISED, "NotImplementedError")}
    return is_only_raised and name in functions and source_faults.is_not_written(functions[name])


def player_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the faults of player: X and O exchanged, always the same answer, or the wrong side in some positions."""
    exchanged: WrongValues = {p: f'"{other(CLASSIC.to_move(p))}"' for p in asked if not is_over(p)}
    if wrong and wrong == exchanged:
        yield finding("player_exchanged", function="player")
        return
    for mark in "XO":
        if wrong and wrong == {position: value for position, value in exchanged.items() if value == f'"{mark}"'}:
            yield finding("player_constant", function="player", mark=mark)
            return
    if wrong and all(wrong[position] == exchanged[position] for position in wrong):
        even = sum(CLASSIC.to_move(position) == "X" for position in wrong)
        if even:
            yield finding("player_even", function="player", count=even)
        if even < len(wrong):
            yield finding("player_odd", function="player", count=len(wrong) - even)


def actions_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the faults of actions: a list instead of a set, columns before rows, missing or taken cells."""
    if wrong and all(value and value.startswith("[") for value in wrong.values()):
        yield finding("actions_list", function="actions")
    if wrong and wrong == {position: transposed_actions(position) for position in wrong}:
        yield finding("actions_transposed", function="actions")
        return
    sets = {position: value for position, value in wrong.items() if value and value.startswith("{")}
    if sets and len(sets) == len(wrong):
        missing = [cell for cell in CLASSIC.cells if is_never_returned(cell, sets, asked)]
        if 0 < len(missing) < 9:
            cells = ", ".join(str(divmod(cell, 3)) for cell in missing)
            yield finding("actions_missing", function="actions", cells=cells)
        taken = [c for p, value in sets.items() for c in CLASSIC.cells if p[c] != FREE and encode_action(c) in value]
        if taken:
            yield finding("actions_taken", function="actions")
        elif not missing:
            yield finding("actions_incomplete", function="actions", count=len(sets))


def is_never_returned(cell: Cell, sets: dict[Position, str], asked: Sequence[Position]) -> bool:
    """Return whether a cell is missing from every answer about an unfinished position in which it is free."""
    free = [position for position in asked if position[cell] == FREE and not is_over(position)]
    return all(position in sets and encode_action(cell) not in sets[position] for position in free)


def transposed_actions(position: Position) -> str:
    """Return the free cells as (column, row), as the worker writes a set."""
    transposed = [cell % 3 * 3 + cell // 3 for cell in CLASSIC.free(position)]
    return "{" + ",".join(sorted(map(encode_action, transposed))) + "}"


def result_faults(wrong: dict[Question, Ruling]) -> Iterator[Finding]:
    """Yield the faults of result: impossible actions accepted, a changed board, a wrong cell, a wrong mark."""
    accepted = [ruling for question, ruling in wrong.items() if not question.right]
    misplaced = [r for q, r in wrong.items() if q.right and r.kind != RulingKind.CHANGED_BOARD]
    boards = wrong_boards(wrong, "E7")
    if not misplaced and any(counts_from_the_end(*board) for board in boards):
        yield finding("negative_indices", function="result")
    if any(is_taken_again(*board) for board in boards):
        yield finding("taken_cell", function="result")
    types = {ruling.plain_value for ruling in accepted if ruling.plain_value}
    if len(types) == 1 and (kind := next(iter(types))).endswith(("Error", "Exception")) and kind.startswith("?"):
        yield finding("returns_exception", function="result", type=kind[1:])
    if accepted and all(ruling.plain_value == "n" for ruling in accepted):
        yield finding("returns_none_for_bad_action", function="result")
    elif accepted and all(q.right or r.plain_value == encode_board(q.position) for q, r in wrong.items()):
        yield finding("returns_board_for_bad_action", function="result")
    if any(ruling.kind == RulingKind.CHANGED_BOARD for ruling in wrong.values()):
        yield finding("changes_board", function="result")
    boards = wrong_boards(wrong, "E5")
    if boards and len(boards) == len(misplaced) and all(board == encode_board(p) for p, _, board in boards):
        yield finding("result_unchanged", function="result")
    elif len(boards) > BOARDS_MIN:
        if all(board == with_mark(position, (j, i)) for position, (i, j), board in boards):
            yield finding("result_transposed", function="result")
        for mark in "XO":
            if all(board == with_mark(position, action, mark) for position, action, board in boards):
                yield finding("result_constant_mark", function="result", mark=mark)


def wrong_boards(wrong: dict[Question, Ruling], clause: str) -> list[tuple[Position, RowColumn, str]]:
    """Return the position, the action and the board for each wrong answer about a clause, if a board was returned."""
    answers = [(q.position, q.action, r.plain_value) for q, r in wrong.items() if q.clause == clause]
    return [(position, action, value) for position, action, value in answers if action and value and value[:2] == "[["]


def with_mark(position: Position, action: RowColumn, mark: Mark | None = None) -> str:
    """Return the board with `mark` (by default the mover's) on the cell of the action, as the worker writes it."""
    return encode_board(put(position, to_cell(CLASSIC, action), mark or CLASSIC.to_move(position)))


def is_taken_again(position: Position, action: RowColumn, board: str) -> bool:
    """Return whether the mark of the side to move has replaced the opponent's on the returned board."""
    if not 0 <= min(action) <= max(action) <= 2 or position[to_cell(CLASSIC, action)] != other(
        CLASSIC.to_move(position)
    ):
        return False
    return board == with_mark(position, action)


def counts_from_the_end(position: Position, action: RowColumn, board: str) -> bool:
    """Return whether result put the mark on the cell that a negative index selects in Python."""
    i, j = (index % 3 for index in action)
    return min(action) < 0 and board == with_mark(position, (i, j)) != encode_board(position)


def terminal_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the faults of terminal: missed ends, values other than True and False, and True before the end."""
    won_early = {position for position in asked if is_over(position) and FREE in position}
    draws = {position for position in asked if is_over(position) and winner(position) is None}
    values = set(wrong.values())
    missed = {position for position, value in wrong.items() if value in ("b0", "n") and is_over(position)}
    if missed == won_early:
        yield finding("terminal_only_full", function="terminal")
    elif missed and missed >= won_early:
        yield finding("terminal_misses_wins", function="terminal")
    if draws and missed >= draws:
        yield finding("terminal_misses_full", function="terminal")
    unfinished = {position for position in asked if not is_over(position)}
    if unfinished and all(wrong.get(position) == "n" for position in unfinished):
        yield finding("terminal_none", function="terminal")
    if wrong and values <= {'"X"', '"O"'}:
        yield finding("terminal_winner", function="terminal")
    for line, name in LINE_NAMES.items():
        full = {position for position in unfinished if all(position[cell] != FREE for cell in line)}
        if wrong and set(wrong) == full and values == {"b1"}:
            yield finding("terminal_one_line", function="terminal", line=name)
    too_early = {position for position, value in wrong.items() if value == "b1"}
    for free in range(1, 4):
        expected = {position for position in unfinished if position.count(FREE) <= free}
        if too_early == expected == set(wrong):  # so that full boards are right
            yield finding("terminal_too_early", function="terminal", free=free)
    if too_early and too_early == {p for p in unfinished if any(FREE not in row for row in rows_of(CLASSIC, p))}:
        yield finding("terminal_any_row", function="terminal")


def utility_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the faults of utility: exchanged signs, a wrong value for a kind of ending, or 0 for every full board."""
    finished = [position for position in asked if is_over(position)]
    exchanged: WrongValues = {p: {"X": "i-1", "O": "i1"}[mark] for p in finished if (mark := winner(p))}
    if exchanged and wrong == exchanged:
        yield finding("utility_signs", function="utility")
        return
    for mark, ending, expected in ((None, "a draw", 0), ("X", "a win for X", 1), ("O", "a win for O", -1)):
        values = {wrong.get(position) for position in finished if winner(position) == mark}
        if len(values) == 1 and (value := next(iter(values))) is not None:
            yield finding("utility_constant", function="utility", got=readable(value), ending=ending, expected=expected)
    won_late = {position for position in finished if FREE not in position and winner(position)}
    if wrong.keys() == won_late and set(wrong.values()) == {"i0"}:
        yield finding("utility_full_is_draw", function="utility")


def minimax_faults(wrong: WrongValues, answers: Answers, looks_for_end: bool, changes_board: bool) -> Iterator[Finding]:
    """Yield the faults of minimax: moves after the end, answers that are not moves, and misconceptions.

    `looks_for_end` is true if the source may check whether the game is over. If minimax changes the board that it is
    given, no misconception is reported: the change may explain the moves.
    """
    unfinished = {position: value for position, value in answers.items() if not is_over(position)}
    finished = {position: value for position, value in answers.items() if is_over(position)}
    no_none = {position for position in finished if position in wrong}
    gives_value = bool(unfinished) and all(VALUE_AND_MOVE.fullmatch(value) for value in unfinished.values())
    sides = {side: answers_of(side, unfinished) for side in "XO"}
    gives_on = [side for side, own in sides.items() if own and all(VALUE_AND_MOVE.fullmatch(v) for v in own.values())]
    if len(gives_on) == 1:
        yield finding("minimax_value_and_move", function="minimax", mark=gives_on[0])
    if gives_value:  # then it gives a value on a finished board, too
        yield finding("minimax_value_and_move", function="minimax")
    elif no_none and not looks_for_end:
        yield finding("no_terminal_check", function="minimax")
    elif no_none and no_none == set(finished) and not any(finished[p][:1] in ("!", "") for p in no_none):
        yield finding("minimax_no_none", function="minimax")
    if gives_value or not unfinished or not any(position in wrong for position in unfinished):
        return
    values = unfinished.values()
    if all(value.startswith("[") for value in values):
        yield finding("minimax_list", function="minimax")
    elif none := none_where(unfinished):
        yield none
    elif all(value.startswith("(") for value in values):
        if not changes_board:
            yield from diagnose_moves(unfinished)
    else:
        yield from diagnose_values(unfinished)
