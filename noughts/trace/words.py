"""The words of a finding: what is wrong in the first wrong call, and on which line."""

from typing import Any

from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, O, X
from noughts.trace.finder import Suspect
from noughts.trace.recording import Record, Recording, board_of
from noughts.trace.roles import Roles, factor, number_in
from noughts.trace.truth import NOTHING, RULES, best_cells, expected_answer, is_legal, pair_of, successors, value_for_x

ROOT_KINDS = ("no_move", "not_a_move", "move_not_searched", "other_choice")
LARGE = {1: "a number above 0", -1: "a number below 0"}
OUTCOMES = {1: "X wins", 0: "a draw", -1: "O wins"}


def value_text(data: Any) -> str:
    """Return an encoded value as Python writes it."""
    if not isinstance(data, list):
        return repr(data)
    kind, *parts = data
    texts = [value_text(part) for part in parts] if kind in ("tuple", "list", "set", "dict") else [str(parts[0])]
    match kind:
        case "str":
            return repr(parts[0])
        case "tuple":
            return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
        case "list":
            return f"[{', '.join(texts)}]"
        case "set":
            return f"{{{', '.join(texts)}}}"
        case "named":
            return f"{parts[0]}={value_text(parts[1])}"
    return {"float": texts[0], "board": "board", "dict": "a dict"}.get(kind, f"a {texts[0]}")


def call_text(recording: Recording, record: Record) -> str:
    """Return a call as the source might write it, with `board` for the board."""
    return f"{recording.name(record)}({', '.join(value_text(argument) for argument in record.arguments)})"


def result_text(record: Record) -> str:
    """Return what a call returned or raised."""
    if record.error:
        return f"{record.error.type}: {record.error.text}" if record.error.text else record.error.type
    return "another board" if board_of(record.value) else value_text(record.value)


def outcome_text(recording: Recording, record: Record) -> str:
    """Return a call and what it returned or raised."""
    verb = "raised" if record.error else "returned"
    return f"{call_text(recording, record)} {verb} {result_text(record)}"


def expected_text(recording: Recording, roles: Roles, record: Record) -> str:
    """Return what the call should have returned, as far as that is laid down."""
    board = record.board
    if board is None or not is_legal(board):
        return ""
    right = expected_answer(recording, record)
    if right is not NOTHING:
        return "the board with the new mark" if board_of(right) else value_text(right)
    if recording.name(record) in RULES:
        return ""
    if record is recording.root:
        best = " or ".join(str(pair_of(cell)) for cell in sorted(best_cells(board)))
        return best or "None"
    outcome = OUTCOMES[value_for_x(board)]
    if roles.view is None:
        return f"a score for: {outcome}"
    number = value_for_x(board) * factor(roles.view, board)
    score = str(number) if number == 0 or not has_large(recording, roles) else LARGE[number]
    return f"{score} ({outcome})"


def has_large(recording: Recording, roles: Roles) -> bool:
    """Return whether scores other than -1, 0 and 1 occur on finished boards."""
    for record in recording.records:
        if record.board and is_legal(record.board) and CLASSIC.is_over(record.board) and record.function in roles.parts:
            number = number_in(record.value, roles.parts[record.function])
            if number is not None and number not in (-1, 0, 1):
                return True
    return False


def fault_sentence(recording: Recording, roles: Roles, suspect: Suspect, named: str = "") -> str:
    """Return what is wrong in the call, in one sentence; a function that has just been named is called "it"."""
    record, name = suspect.record, recording.functions[suspect.function].name
    name = "it" if name == named else name
    board = record.board or ""
    mover = CLASSIC.to_move(board) if board else X
    got, right = result_text(record), expected_text(recording, roles, record)
    instead = f"; right is {right}" if right else ""
    if suspect.kind in ROOT_KINDS or (suspect.kind == "worst_taken" and record is recording.root):
        return choice_sentence(suspect.kind, name, got, mover, instead)
    return call_sentence(recording, suspect, name, got, mover, instead)


def choice_sentence(kind: str, name: str, got: str, mover: str, instead: str) -> str:
    """Return what is wrong with the choice of a move."""
    match kind:
        case "no_move":
            return f"{name} returned {got}, so without a move, although the game is not over{instead}"
        case "not_a_move":
            return f"{name} returned {got}, which is not a move (i, j){instead}"
        case "move_not_searched":
            return f"{name} returned {got}, a move that it did not search{instead}"
        case "worst_taken":
            return f"{name} chose {got}, the worst of its moves for {mover}, although it scored them right{instead}"
    return f"{name} scored the moves right, but chose {got}, which is not the best for {mover}{instead}"


def call_sentence(recording: Recording, suspect: Suspect, name: str, got: str, mover: str, instead: str) -> str:
    """Return what is wrong with a call that makes others."""
    record, child, board = suspect.record, suspect.child, suspect.record.board or ""
    match suspect.kind:
        case "impossible_move":
            action = value_text(child.arguments[1]) if child and len(child.arguments) > 1 else "an action"
            return f"{name} calls result with {action}, which is not a free cell of the board"
        case "not_a_successor":
            return f"{name} searches a board that no single move leads to from this one"
        case "moves_left_out":
            asked = {recording.records[number].board for number in all_below(recording, record)}
            left = sorted(cell for after, cell in successors(board).items() if after not in asked)
            if not left:
                return f"{name} returned {got} before it had looked at a better move{instead}"
            return f"{name} did not look at {', '.join(str(row_column(CLASSIC, cell)) for cell in left)}{instead}"
        case "wrong_side_called":
            callee = recording.name(child) if child else "a function"
            turn = CLASSIC.to_move(child.board or board) if child else mover
            return f"{name} calls {callee} as if it were {O if turn == X else X}'s turn there, but it is {turn}'s"
    return result_sentence(suspect, name, got, mover, instead)


def result_sentence(suspect: Suspect, name: str, got: str, mover: str, instead: str) -> str:
    """Return what is wrong with the result of a call."""
    record = suspect.record
    match suspect.kind:
        case "raises":
            line = f" on line {record.error.line}" if record.error and record.error.line else ""
            return f"{name} raised {got}{line}"
        case "wrong_rule":
            return f"{name} returned {got}{instead}"
        case "changes_board":
            return f"{name} changed the board that it was given; it must work on a copy"
        case "finished_value":
            return f"{name} returned {got} for a finished game{instead}"
        case "no_terminal_check":
            return f"{name} goes on searching although the game is over, and returned {got}{instead}"
        case "not_searched":
            return f"{name} returned {got} without searching any move{instead}"
        case "no_score" | "no_scores":
            return f"{name} returned {got}, which is not a score{instead}"
        case "worst_taken":
            return f"{name} did not take the best score for {mover}, whose turn it is, but returned {got}{instead}"
        case "start_value":
            return f"{name} returned {got}, which no finished board is worth: no move replaced the start value{instead}"
        case "leaves_changes":
            return f"{name} does not take back all the marks that it put on the board"
        case "first_taken":
            return f"{name} returned the score of the first move, {got}, not the best for {mover}{instead}"
        case "last_taken":
            return f"{name} returned the score of the last move, {got}, not the best for {mover}{instead}"
        case "other_score":
            return f"{name} returned {got}, which is not the best of the scores that it got{instead}"
    return f"{name} returned {got}{instead}"


def all_below(recording: Recording, record: Record) -> set[int]:
    """Return the numbers of all records inside a call, two levels deep."""
    return {*record.children, *(below for child in record.children for below in recording.records[child].children)}
