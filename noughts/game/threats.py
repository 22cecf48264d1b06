"""Threats and forks, found on the lines of a board without a search."""

from __future__ import annotations

from noughts.game.rules import FREE, Cell, Game, Mark, Position, put


def winning_cells(game: Game, position: Position, mark: Mark) -> list[Cell]:
    """Return the free cells on which that side would complete a line."""
    cells = set()
    for line in game.lines:
        free = [cell for cell in line if position[cell] == FREE]
        if len(free) == 1 and all(position[cell] in (mark, FREE) for cell in line):
            cells.add(free[0])
    return sorted(cells)


def forking_cells(game: Game, position: Position, mark: Mark) -> list[Cell]:
    """Return the free cells that would give that side two winning cells at once."""
    return [cell for cell in game.free(position) if len(winning_cells(game, put(position, cell, mark), mark)) >= 2]
