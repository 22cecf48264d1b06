"""The likely causes of wrong answers of winner: lines that never win, are misread, or count although they are free."""

import itertools
from collections.abc import Iterator, Sequence

from noughts.check.findings import Finding, finding
from noughts.check.questions import winner
from noughts.game.rules import CLASSIC, FREE, Line, Position

LINE_NAMES: dict[Line, str] = {
    (0, 1, 2): "top row", (3, 4, 5): "middle row", (6, 7, 8): "bottom row", (0, 3, 6): "left column",
    (1, 4, 7): "middle column", (2, 5, 8): "right column", (0, 4, 8): "main diagonal", (2, 4, 6): "anti-diagonal",
}  # fmt: skip
# The wrong values of one function, by position; None where something other than the value was wrong.
WrongValues = dict[Position, str | None]


def missing_lines(wrong: WrongValues, asked: Sequence[Position]) -> list[Line]:
    """Return the lines on which winner never finds a win."""
    unseen = {position for position, value in wrong.items() if value == "n"}
    alone: dict[Line, set[Position]] = {line: set() for line in LINE_NAMES}  # the positions won by that line only
    for position in asked:
        if (mark := winner(position)) and len(lines := CLASSIC.complete_lines(position, mark)) == 1:
            alone[lines[0]].add(position)
    return [line for line, won in alone.items() if won and won <= unseen]


def misread_cells(line: Line, wrong: WrongValues, asked: Sequence[Position]) -> Line | None:
    """Return the cells that winner seems to read instead of a line: two of them, or with another third one."""
    won = [p for p in asked if (mark := winner(p)) and CLASSIC.complete_lines(p, mark) == [line]]
    others = [position for position in asked if winner(position) is None]
    if all(position not in wrong for position in won):
        return None
    for pair in itertools.combinations(line, 2):
        for cells in (pair, *(tuple(sorted((*pair, cell))) for cell in CLASSIC.cells if cell not in line)):
            if all((p not in wrong) == (len({p[cell] for cell in (*cells, line[0])}) == 1) for p in won) and all(
                wrong.get(p) == f'"{p[cells[0]]}"' for p in others if {p[cell] for cell in cells} in ({"X"}, {"O"})
            ):
                return cells
    return None


def line_of_one_mark(line: Line, name: str, wrong: WrongValues, won: Sequence[Position]) -> Iterator[Finding]:
    """Yield a finding if a line never wins for one of the two sides."""
    for mark in "XO":
        own = [p for p in won if winner(p) == mark and CLASSIC.complete_lines(p, mark) == [line]]
        if own and all(wrong.get(position) == "n" for position in own):
            yield finding("line_never_wins_of", function="winner", line=name, mark=mark)


def winner_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the faults of winner: no wins at all or for one side, lines that never win, free lines that hide a win."""
    won = [position for position in asked if winner(position)]
    only_none = set(wrong.values()) == {"n"}
    if won and set(won) == set(wrong) and only_none:
        yield finding("no_winner", function="winner")
        return
    for mark in "XO":
        if won and only_none and set(wrong) == {position for position in won if winner(position) == mark}:
            yield finding("no_winner_of", function="winner", mark=mark)
            return
    missing = missing_lines(wrong, asked)
    misread = {line: misread_cells(line, wrong, asked) for line in LINE_NAMES} if wrong and not only_none else {}
    for line, name in LINE_NAMES.items():
        if cells := misread.get(line):
            text = ", ".join(str(divmod(cell, 3)) for cell in cells)
            yield finding("mistyped_line", function="winner", line=name, cells=text)
        elif line in missing:
            yield finding("line_never_wins", function="winner", line=name)
        else:
            yield from line_of_one_mark(line, name, wrong, won)
    more = sum(value in ('"X"', '"O"') and winner(position) is None for position, value in wrong.items())
    if more and not any(misread.values()):
        yield finding("winner_sees_more", function="winner", count=more)
    if wrong and not missing and only_none and all(CLASSIC.complete_lines(position, FREE) for position in wrong):
        yield finding("free_line_first", function="winner")
    for line, name in LINE_NAMES.items():
        free = [p for p in asked if winner(p) is None and all(p[cell] == FREE for cell in line)]
        for mark in "XO":
            if free and all(wrong.get(position) == f'"{mark}"' for position in free):
                yield finding("free_line_wins", function="winner", line=name, mark=mark)
    if won and {wrong.get(position) for position in won} == {"b1"}:
        yield finding("winner_true", function="winner")
