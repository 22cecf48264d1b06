"""The likely causes of wrong answers of winner: lines that never win, that are misread, or that win when free."""

import itertools
from collections.abc import Iterator, Sequence

from noughts.check.findings import Finding, finding
from noughts.check.questions import winner
from noughts.game.rules import CLASSIC, FREE, Line, Mark, O, Position, X

LINE_NAMES: dict[Line, str] = {
    (0, 1, 2): "top row", (3, 4, 5): "middle row", (6, 7, 8): "bottom row", (0, 3, 6): "left column",
    (1, 4, 7): "middle column", (2, 5, 8): "right column", (0, 4, 8): "main diagonal", (2, 4, 6): "anti-diagonal",
}  # fmt: skip
# Three cells one after the other that run over the end of a row.
WRAPPED = {(1, 2, 3), (2, 3, 4), (4, 5, 6), (5, 6, 7)}
# The most wrong lines that a finding names.
LINES_SHOWN_MAX = 3
# The wrong values of a function by position, as the worker writes them; None if something else was wrong.
WrongValues = dict[Position, str | None]


def sides_without(line: Line, wrong: WrongValues, asked: Sequence[Position]) -> list[Mark]:
    """Return the sides for which a line never wins: those whose wins by that line alone are all missed."""
    won = [p for p in asked if (mark := winner(p)) and CLASSIC.complete_lines(p, mark) == [line]]
    seen = {winner(position) for position in won if wrong.get(position) != "n"}
    return [mark for mark in (X, O) if mark not in seen and any(winner(position) == mark for position in won)]


def misread_cells(line: Line, wrong: WrongValues, asked: Sequence[Position]) -> Line | None:
    """Return the cells that winner seems to compare instead of a line; None if no such cells explain the answers."""
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


def extra_lines(more: set[Position], asked: Sequence[Position]) -> list[Line]:
    """Return the pairs and triples of cells on which equal marks count as a win although the cells are no line.

    A triple that contains such a pair is left out. `more` are the positions where winner found a win that is none;
    return an empty list if the pairs and triples do not explain them all.
    """
    others = [position for position in asked if winner(position) is None]
    found: dict[Line, set[Position]] = {}
    for cells in (*itertools.combinations(CLASSIC.cells, 2), *itertools.combinations(CLASSIC.cells, 3)):
        if cells in CLASSIC.lines or any(set(known) <= set(cells) for known in found):
            continue
        uniform = {p for p in others if {p[cell] for cell in cells} in ({"X"}, {"O"})}
        if uniform and uniform <= more:
            found[cells] = uniform
    return list(found) if set().union(*found.values()) == more else []


def mixed_lines(more: set[Position], asked: Sequence[Position]) -> tuple[int, int] | None:
    """Return how many X and O a line has that winner wrongly counts as a win; None if no such line explains `more`."""
    for x, o in itertools.product(range(4), repeat=2):
        if x + o <= 3 and (x, o) not in ((3, 0), (0, 3)):
            fitting = {p for p in asked if winner(p) is None and any(
                [p[cell] for cell in line].count("X") == x and [p[cell] for cell in line].count("O") == o
                for line in CLASSIC.lines)}  # fmt: skip
            if fitting == more:
                return x, o
    return None


def cells_text(cells: Line) -> str:
    """Return the cells as the exercise writes them: "(0, 0), (1, 1), (2, 2)"."""
    return ", ".join(str(divmod(cell, 3)) for cell in cells)


def winner_faults(wrong: WrongValues, asked: Sequence[Position]) -> Iterator[Finding]:
    """Yield the likely causes of the wrong answers of winner; `asked` are the positions of the check."""
    won = [position for position in asked if winner(position)]
    only_none = set(wrong.values()) == {"n"}
    if won and set(won) == set(wrong) and only_none:
        yield finding("no_winner", function="winner")
        return
    for mark in "XO":
        if won and only_none and set(wrong) == {position for position in won if winner(position) == mark}:
            yield finding("no_winner_of", function="winner", mark=mark)
            return
    without = {line: sides_without(line, wrong, asked) for line in LINE_NAMES}
    misread = {line: misread_cells(line, wrong, asked) for line in LINE_NAMES} if wrong and not only_none else {}
    for line, name in LINE_NAMES.items():
        if cells := misread.get(line):
            yield finding("mistyped_line", function="winner", line=name, cells=cells_text(cells))
        elif without[line] == [X, O]:
            yield finding("line_never_wins", function="winner", line=name)
        elif without[line]:
            yield finding("line_never_wins_of", function="winner", line=name, mark=without[line][0])
    more = {position for position, value in wrong.items() if value in ('"X"', '"O"') and winner(position) is None}
    if more and not any(misread.values()):
        extra = extra_lines(more, asked)
        if extra and set(extra) <= WRAPPED:
            yield finding("wraps_rows", function="winner")
        elif 0 < len(extra) <= LINES_SHOWN_MAX:
            yield finding("extra_lines", function="winner", cells=" or ".join(map(cells_text, extra)))
        elif counts := mixed_lines(more, asked):
            yield finding("mixed_line_wins", function="winner", x=counts[0], o=counts[1])
        else:
            yield finding("winner_sees_more", function="winner", count=len(more))
    is_missing = [X, O] in without.values()
    if only_none and not is_missing and all(CLASSIC.complete_lines(position, FREE) for position in wrong):
        yield finding("free_line_first", function="winner")
    for line, name in LINE_NAMES.items():
        free = [p for p in asked if winner(p) is None and all(p[cell] == FREE for cell in line)]
        for mark in "XO":
            if free and all(wrong.get(position) == f'"{mark}"' for position in free):
                yield finding("free_line_wins", function="winner", line=name, mark=mark)
    if won and {wrong.get(position) for position in won} == {"b1"}:
        yield finding("winner_true", function="winner")
