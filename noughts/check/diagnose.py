"""Naming the misconception, not only the symptom; and only where it fits everything that was answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from noughts.check.habits import VALUE_AND_MOVE, likeness, nones_where_lost, value_for_move
from noughts.check.questions import NAMES, Question, is_over, winner
from noughts.check.texts import encoded, pair_text, readable
from noughts.game.notation import to_cell
from noughts.game.rules import CLASSIC, FREE, Line, Position, other, put

LINE_NAMES: dict[Line, str] = {
    (0, 1, 2): "top row", (3, 4, 5): "middle row", (6, 7, 8): "bottom row", (0, 3, 6): "left column",
    (1, 4, 7): "middle column", (2, 5, 8): "right column", (0, 4, 8): "main diagonal", (2, 4, 6): "anti-diagonal",
}  # fmt: skip
# What a function answered wrongly, by question; and those of one function by position.
Wrong = dict[str, dict[Question, str]]
Amiss = dict[Position, str]
CHANGED = "the board was changed"


def diagnoses(wrong: Wrong, minimax: dict[str, str], asked: Sequence[Position]) -> list[str]:
    """All that fit, given the positions that were asked about."""
    unwritten = [name for name in NAMES if is_unwritten(wrong[name])]
    found = []
    if unwritten:
        verb = "are" if len(unwritten) > 1 else "is"
        found.append(f"{', '.join(unwritten)} {verb} not written yet: NotImplementedError")
    amiss = {name: {question.position: got for question, got in wrong[name].items()} for name in NAMES}
    missing = [] if "winner" in unwritten else missing_lines(amiss["winner"], asked)
    for name, faults in (
        ("player", player_faults(amiss["player"], asked)),
        ("actions", actions_faults(amiss["actions"])),
        ("result", result_faults(wrong["result"])),
        ("winner", winner_faults(amiss["winner"], asked, missing)),
        ("terminal", terminal_faults(amiss["terminal"], asked)),
        ("utility", utility_faults(amiss["utility"], asked)),
        ("minimax", minimax_faults(amiss["minimax"], minimax, missing)),
    ):
        if name not in unwritten:
            found += faults
    own = {fault.split()[0] for fault in found} | set(unwritten)
    return [*found, *consequences({name: {} if name in own else amiss[name] for name in amiss}, amiss["winner"])]


def is_unwritten(wrong: dict[Question, str]) -> bool:
    """Is all that it does to say that it is not there?"""
    return bool(wrong) and all(got.startswith("raised NotImplementedError") for got in wrong.values())


def player_faults(amiss: Amiss, asked: Sequence[Position]) -> Iterator[str]:
    """Whose turn it is, exchanged or always the same."""
    opened = [position for position in asked if not is_over(position)]
    exchanged = {position: f"'{other(CLASSIC.to_move(position))}'" for position in opened}
    if amiss and amiss == exchanged:
        yield "player has X and O exchanged: X moves first"
        return
    for mark in "XO":
        if amiss and amiss == {position: got for position, got in exchanged.items() if got == f"'{mark}'"}:
            yield f"player always gives {mark}"


def actions_faults(amiss: Amiss) -> Iterator[str]:
    """Another collection, or columns before rows."""
    if amiss and all(got.startswith("[") for got in amiss.values()):
        yield "actions gives a list where a set is asked"
    transposed = {position: readable(turned_set(position)) for position in amiss}
    if amiss and amiss == transposed:
        yield "actions gives (column, row): rows come first"


def turned_set(position: Position) -> str:
    """The free cells as (column, row), as the inmate writes a set."""
    pairs = [divmod(cell, 3) for cell in CLASSIC.free(position)]
    return "{" + ",".join(sorted(pair_text(to_cell(CLASSIC, (j, i))) for i, j in pairs)) + "}"


def result_faults(wrong: dict[Question, str]) -> Iterator[str]:
    """What result lets through, swallows, or does to its board."""
    refused = {question: got for question, got in wrong.items() if not question.right and question.action}
    boards = {question: got for question, got in refused.items() if got.startswith("[[") and CHANGED not in got}
    placed = {question: got for question, got in wrong.items() if question.right and CHANGED not in got}
    if any(counts_from_the_end(question, got) for question, got in boards.items()) and not placed:
        yield "result lets negative indices through: Python counts them from the end"
    if any(is_taken_again(question, got) for question, got in boards.items()):
        yield "result lets a taken cell be taken again"
    if refused and all(got == "None" for got in refused.values()):
        yield "result gives None where it must raise an exception: it may catch its own"
    if any(CHANGED in got for got in wrong.values()):
        yield "result writes into the board that it is given: copy the rows first"
    turned = {question: got for question, got in placed.items() if got.startswith("[[")}
    if len(turned) > 20 and all(got == turned_result(question) for question, got in turned.items()):
        yield "result takes (i, j) for column and row: rows come first"
    for mark in "XO":
        if len(turned) > 20 and all(got == marked(question, mark) for question, got in turned.items()):
            yield f"result always puts {mark}"


def is_taken_again(question: Question, got: str) -> bool:
    """Is the board that came back the old one with the mover's mark on a cell that was the other's?"""
    position, pair = question.position, question.action
    if pair is None or not all(0 <= index <= 2 for index in pair):
        return False
    cell, mover = to_cell(CLASSIC, pair), CLASSIC.to_move(position)
    return position[cell] == other(mover) and got == readable(encoded(put(position, cell, mover)))


def counts_from_the_end(question: Question, got: str) -> bool:
    """Is the mover's mark where Python finds a negative index?"""
    if question.action is None or min(question.action) >= 0:
        return False
    i, j = (index % 3 for index in question.action)
    position, cell = question.position, to_cell(CLASSIC, (i, j))
    return got == readable(encoded(put(position, cell, CLASSIC.to_move(position)))) != readable(encoded(position))


def marked(question: Question, mark: str) -> str:
    """The board with that mark on the cell that is asked about."""
    assert question.action is not None
    return readable(encoded(put(question.position, to_cell(CLASSIC, question.action), mark)))


def turned_result(question: Question) -> str:
    """The board with the mover's mark at (column, row)."""
    assert question.action is not None
    i, j = question.action
    return readable(encoded(put(question.position, to_cell(CLASSIC, (j, i)), CLASSIC.to_move(question.position))))


def missing_lines(amiss: Amiss, asked: Sequence[Position]) -> list[Line]:
    """Lines on which nobody ever wins."""
    unseen = {position for position, got in amiss.items() if got == "None"}
    found = []
    for line in LINE_NAMES:
        alone = {
            position
            for position in asked
            if (mark := winner(position)) and CLASSIC.complete_lines(position, mark) == [line]
        }
        if unseen and alone and alone <= unseen:
            found.append(line)
    return found


def winner_faults(amiss: Amiss, asked: Sequence[Position], missing: list[Line]) -> Iterator[str]:
    """Lines that never win, and free lines that stand before a win."""
    won = [position for position in asked if winner(position)]
    if won and set(won) == set(amiss) and set(amiss.values()) == {"None"}:
        yield "winner never finds a winner"
        return
    for mark in "XO":
        if won and set(amiss.values()) == {"None"} and set(amiss) == {p for p in won if winner(p) == mark}:
            yield f"winner never finds a win of {mark}"
    yield from (f"the {LINE_NAMES[line]} never wins" for line in missing)
    if amiss and not missing and all(got == "None" and has_free_line(position) for position, got in amiss.items()):
        yield "winner overlooks a win where another line is free: three free cells are equal too, and give None"


def has_free_line(position: Position) -> bool:
    """Is all of some line still free?"""
    return bool(CLASSIC.complete_lines(position, FREE))


def terminal_faults(amiss: Amiss, asked: Sequence[Position]) -> Iterator[str]:
    """Ends that are overlooked, and other things where True or False is due."""
    early = {position for position in asked if is_over(position) and FREE in position}
    ties = {position for position in asked if is_over(position) and winner(position) is None}
    gots = set(amiss.values())
    overlooked = gots <= {"False", "None"}
    if amiss and set(amiss) == early and overlooked:
        yield "terminal only asks whether the board is full: it overlooks wins"
    elif amiss and set(amiss) == ties and overlooked:
        yield "terminal overlooks that a full board is the end"
    opened = {position for position in asked if not is_over(position)}
    if opened and all(amiss.get(position) == "None" for position in opened):
        yield "terminal gives None where it must give False: a return is missing"
    if amiss and gots <= {"'X'", "'O'"}:
        yield "terminal gives the winner where it must give True"


def utility_faults(amiss: Amiss, asked: Sequence[Position]) -> Iterator[str]:
    """Ties that count as something, signs exchanged."""
    finished = [position for position in asked if is_over(position)]
    gots = set(amiss.values())
    for mark, end, worth in ((None, "a tie", 0), ("X", "a win of X", 1), ("O", "a win of O", -1)):
        some = {position for position in finished if winner(position) == mark}
        if some and set(amiss) == some and len(gots) == 1 and "raised" not in (got := next(iter(gots))):
            yield f"utility gives {got} for {end}, where {worth} is due"
    won = {position: {"X": "-1", "O": "1"}[mark] for position in finished if (mark := winner(position))}
    if won and amiss == won:
        yield "utility has its signs exchanged: 1 is a win of X"


def minimax_faults(amiss: Amiss, answers: dict[str, str], missing: list[Line]) -> Iterator[str]:
    """What minimax seems to do instead."""
    opened = {position: value for position, value in answers.items() if not is_over(position)}
    finished = {position: value for position, value in answers.items() if is_over(position)}
    forgotten = {position for position in finished if position in amiss}
    early = {position for position in finished if FREE in position}
    if forgotten and forgotten in (set(finished), early) and not any(finished[p][:1] in "!#" for p in forgotten):
        yield "minimax forgets to give None where the game is over"
    if not opened or not any(position in amiss for position in opened):
        return
    if all(value.startswith("[") for value in opened.values()):
        yield "minimax gives a list where a tuple is asked"
    elif all(VALUE_AND_MOVE.fullmatch(value) for value in opened.values()):
        yield "minimax gives value and move together: only the move is asked"
    elif nones_where_lost(opened):
        yield "minimax gives None where every move loses: the value that it starts from is too good"
    elif all(value.startswith("(") for value in opened.values()):
        yield from likeness(opened, missing)
    else:
        yield from value_for_move(opened)


def consequences(amiss: dict[str, Amiss], of_winner: Amiss) -> Iterator[str]:
    """What may be nothing but winner's fault."""
    followers = [name for name in ("terminal", "utility") if amiss[name] and set(amiss[name]) <= set(of_winner)]
    if followers:
        verb = "goes" if len(followers) == 1 else "go"
        yield f"{' and '.join(followers)} {verb} wrong only where winner does: mend winner first"
