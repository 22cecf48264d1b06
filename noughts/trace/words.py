"""Describe a trace in words: calls, their results, the expected results, and what is wrong with a call."""

from typing import Any

from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, Cell, other
from noughts.trace.finder import Suspect
from noughts.trace.recording import Record, Recording, board_of
from noughts.trace.roles import Roles, factor, is_finished, number_in
from noughts.trace.truth import ANYTHING, RULES, best_cells, expected_result, is_reachable, successors, value_for_x

# The expected score, by its sign, if the search scores finished boards with numbers other than -1, 0 and 1.
LARGE = {1: "a number above 0", -1: "a number below 0"}
# How the game ends if both sides play their best, by the value for X.
OUTCOMES = {1: "X wins", 0: "a draw", -1: "O wins"}
# What is wrong with a call, by the kind of suspect; {expected} begins with "; expected" or is empty.
FAULTS = {
    "no_move": "{name} returned {got}, which contains no move, although the game is not over",
    "not_a_move": "{name} returned {got}, which is not a move (row, column){expected}",
    "move_not_searched": "{name} returned {got}, a move that it did not search{expected}",
    "worst_move": "{name} chose {got}, one of the worst moves for {mover}{expected}",
    "other_choice": "{name} chose {got}, which is not a best move for {mover}{expected}",
    "impossible_move": "{name} calls result with {action}, which is not a possible move on that board",
    "not_a_successor": "{name} searches a board that {mover}, whose turn it is, cannot reach in one move",
    "moves_left_out": "{name} did not search the {moves}{expected}",
    "returned_early": "{name} returned {got} before it had searched a better move{expected}",
    "wrong_side_called": "{name} calls {callee} as if it were {wrong_turn}'s turn, but on that board it is {turn}'s",
    "searches_for_other": "{callee} searches as if it were {wrong_turn}'s turn, but on that board it is {turn}'s",
    "raises": "{name} raised an exception{line}: {got}",
    "changes_board": "{name} changed the board that it was given; it must work on a copy",
    "finished_value": "{name} returned {got} for a finished game{expected}",
    "no_terminal_check": "{name} went on searching although the game was over, and returned {got}",
    "not_searched": "{name} returned {got} without searching further than one move{expected}",
    "looked_up": "{name} returned {got}{expected}; it did not search, so what the file computed when it was imported "
    "may be wrong",
    "no_score": "{name} returned {got}, which is not a score{expected}",
    "no_scores": "{name} returned {got}{expected}; no score was recognised in what its calls returned",
    "worst_taken": "{name} returned {got}, the worst score for {mover}, whose turn it is{expected}",
    "start_value": "{name} returned {got}, a score that no finished board has{expected}; "
    "perhaps no move replaced the start value",
    "leaves_changes": "{name} does not remove all the marks that it put on the board",
    "first_taken": "{name} returned {got}, the score of the first move, not the best score for {mover}{expected}",
    "last_taken": "{name} returned {got}, the score of the last move, not the best score for {mover}{expected}",
    "other_score": "{name} returned {got}, which is not the best score of its moves{expected}",
    "unclear_score": "{name} returned {got}{expected}",
    "wrong_rule": "{name} returned {got}{expected}",
}


def value_text(data: Any) -> str:
    """Return an encoded value as Python writes it.

    A board is written as "board", or as "a board with the cells ..." if a cell has an unusual value. A dict is written
    as "a dict", and an object as its type, e.g. "<Engine>".
    """
    if not isinstance(data, list):
        return repr(data)
    kind, *parts = data
    texts = [value_text(part) for part in parts] if kind in ("tuple", "list", "set", "dict") else [str(parts[0])]
    if (
        kind in ("tuple", "list")
        and len(parts) == 9
        and not any(part[:1] == ["tuple"] for part in parts if isinstance(part, list))
    ):
        # A board of three rows and a board in one list are recorded in the same way.
        return f"a board with the cells {', '.join(texts)}"
    match kind:
        case "str":
            return repr(parts[0])
        case "tuple":
            return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
        case "list":
            return f"[{', '.join(texts)}]"
        case "set":
            return f"{{{', '.join(texts)}}}" if texts else "set()"
        case "named":
            return f"{parts[0]}={value_text(parts[1])}"
    return {"float": texts[0], "board": "board", "dict": "a dict"}.get(kind, f"<{texts[0]}>")


def call_text(recording: Recording, record: Record) -> str:
    """Return a call as Python code, with `board` in place of the board."""
    return f"{recording.name(record)}({', '.join(value_text(argument) for argument in record.arguments)})"


def result_text(record: Record) -> str:
    """Return the value that a call returned ("a board" for a board), or the exception that it raised, as text."""
    if record.error:
        return f"{record.error.type}: {record.error.text}" if record.error.text else record.error.type
    return "a board" if board_of(record.value) else value_text(record.value)


def outcome_text(recording: Recording, record: Record) -> str:
    """Return a call and its result, e.g. "minimax(board) returned (0, 1)"."""
    verb = "raised" if record.error else "returned"
    return f"{call_text(recording, record)} {verb} {result_text(record)}"


def expected_text(recording: Recording, roles: Roles, record: Record) -> str:
    """Return what a call should have returned, as text; "" if that is not known or any result is allowed."""
    board = record.board
    if board is None or not is_reachable(board):
        return ""
    right = expected_result(recording, record)
    if right is not ANYTHING:
        return "the board with the new mark" if board_of(right) else value_text(right)
    if recording.name(record) in RULES:
        return ""
    if record is recording.root:
        return " or ".join(map(move_text, sorted(best_cells(board)))) or "None"
    outcome = OUTCOMES[value_for_x(board)]
    if roles.view is None or not roles.is_sure:
        return f"a score that means: {outcome}"
    number = value_for_x(board) * factor(roles.view, board)
    score = str(number) if number == 0 or not has_large_scores(recording, roles) else LARGE[number]
    return f"{score} ({outcome})"


def move_text(cell: Cell) -> str:
    """Return a cell as the exercise writes it, e.g. "(0, 1)"."""
    return str(row_column(CLASSIC, cell))


def has_large_scores(recording: Recording, roles: Roles) -> bool:
    """Return whether a search function scored any finished board with a number other than -1, 0 and 1."""
    finished = [record for record in recording.records if record.function in roles.parts and is_finished(record)]
    return any(number_in(record.value, roles.parts[record.function]) not in (None, -1, 0, 1) for record in finished)


def fault_sentence(recording: Recording, roles: Roles, suspect: Suspect, named: str) -> str:
    """Return what is wrong with a call, in one sentence; a function whose name is `named` is referred to as "it"."""
    kind, record, child, board = suspect.kind, suspect.record, suspect.child, suspect.record.board or ""
    name = recording.functions[suspect.function].name
    expected = expected_text(recording, roles, record)
    if kind == "other_choice" and is_reachable(board) and not CLASSIC.is_over(board):
        expected = " or ".join(map(move_text, sorted(best_cells(board))))
    mover = CLASSIC.to_move(board)
    turn = CLASSIC.to_move(child.board or board) if child else mover
    left_out = moves_left_out(recording, record)
    if kind == "worst_taken" and record is recording.root:
        kind = "worst_move"
    if kind == "wrong_side_called" and child and name != named == recording.name(child):
        kind = "searches_for_other"  # the line is in the function that was called, so its caller may be right
    if kind == "moves_left_out" and not left_out:
        kind = "returned_early"
    return FAULTS[kind].format(
        name="it" if name == named else name,
        got=result_text(record),
        expected=f"; expected {expected}" if expected else "",
        mover=mover,
        action=value_text(child.arguments[1]) if child and len(child.arguments) > 1 else "an action",
        moves=f"move{'s' if len(left_out) > 1 else ''} {', '.join(map(move_text, left_out))}",
        callee="it" if child and recording.name(child) == named != name else callee_name(recording, child),
        turn=turn,
        wrong_turn=other(turn),
        line=f" on line {record.error.line}" if record.error and record.error.line else "",
    )


def callee_name(recording: Recording, child: Record | None) -> str:
    """Return the name of the function that was called; "a function" if there is no such call."""
    return recording.name(child) if child else "a function"


def moves_left_out(recording: Recording, record: Record) -> list[Cell]:
    """Return the moves to boards that no call inside this one got.

    Only the calls that it made and the calls that these made are considered.
    """
    children = [recording.records[number] for number in record.children]
    inside = [*children, *(recording.records[number] for child in children for number in child.children)]
    boards = {each.board for each in inside}
    return sorted(cell for after, cell in successors(record.board or "").items() if after not in boards)
