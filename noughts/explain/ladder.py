"""The search ladder: plain minimax and three improvements.

Each search returns the value of a position for X (1, 0 or -1), and counts its calls, except those that return a
remembered value:

    plain         searches every continuation
    alpha_beta    skips the rest of a position's moves as soon as they cannot change the result
    memory        remembers the positions that it has searched
    symmetry      remembers positions up to rotation and reflection

The code is meant to be read and compared. To play, the package uses the solver.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import log10

from noughts.errors import TooLarge
from noughts.game.rules import Game, Mark, O, Position, X, other, put
from noughts.support.progress import Progress

# The most free cells with which plain minimax is run, and with which the other searches are run. More would take too
# long: with 9 free cells, plain minimax makes about 550,000 calls.
PLAIN_FREE_CELLS_MAX = 9
FREE_CELLS_MAX = 12
CALLS_BETWEEN_REPORTS = 20_000
# How much longer a bar of the chart is for ten times as many calls.
BAR_CHARACTERS = 8

OUTCOMES = {1: "X wins", 0: "a draw", -1: "O wins"}


@dataclass
class CountedSearch:
    """A search of a game, with the number of calls that it has made and the values that it remembers."""

    game: Game
    progress: Progress | None = None
    calls: int = 0
    known: dict[Position, int] = field(default_factory=dict)

    def count(self) -> None:
        """Count one call, and report the progress every CALLS_BETWEEN_REPORTS calls."""
        self.calls += 1
        if self.progress and self.calls % CALLS_BETWEEN_REPORTS == 0:
            self.progress(self.calls, 0)

    def final_value(self, position: Position) -> int | None:
        """Return the value of a finished position for X; None if the game is not over."""
        return {X: 1, O: -1, None: 0}[self.game.winner(position)] if self.game.is_over(position) else None

    def after_moves(self, position: Position, mover: Mark) -> list[Position]:
        """Return the position after each possible move."""
        return [put(position, cell, mover) for cell in self.game.free(position)]

    def minimax(self, position: Position, mover: Mark, search: Callable[[Position, Mark], int]) -> int:
        """Return the value of a position, using `search` for the value of each position after a move."""
        self.count()
        value = self.final_value(position)
        if value is not None:
            return value
        values = [search(after, other(mover)) for after in self.after_moves(position, mover)]
        return max(values) if mover == X else min(values)

    def plain(self, position: Position, mover: Mark) -> int:
        """Return the value of a position by searching every continuation."""
        return self.minimax(position, mover, self.plain)

    def alpha_beta(self, position: Position, mover: Mark, alpha: int = -2, beta: int = 2) -> int:
        """Return the value as plain does, but skip the remaining moves once the opponent does as well elsewhere.

        Elsewhere in the tree, X is already sure of at least alpha, and O of at most beta. If the true value is not
        between these bounds, the result may differ from it.
        """
        self.count()
        value = self.final_value(position)
        if value is not None:
            return value
        for after in self.after_moves(position, mover):
            value = self.alpha_beta(after, other(mover), alpha, beta)
            if mover == X:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if mover == X else beta

    def memory(self, position: Position, mover: Mark) -> int:
        """Return the value as plain does, but search each position only once."""
        if position not in self.known:
            self.known[position] = self.minimax(position, mover, self.memory)
        return self.known[position]

    def symmetry(self, position: Position, mover: Mark) -> int:
        """Return the value as memory does, but treat rotations and reflections of a position as one."""
        position = self.game.representative(position)
        if position not in self.known:
            self.known[position] = self.minimax(position, mover, self.symmetry)
        return self.known[position]


@dataclass(frozen=True)
class Rung:
    """A search of the ladder: its name, what it does, its method, and the most free cells with which it is run."""

    name: str
    idea: str
    search: Callable[[CountedSearch, Position, Mark], int]
    free_cells_max: int = FREE_CELLS_MAX


RUNGS = (
    Rung("plain", "searches every continuation", CountedSearch.plain, PLAIN_FREE_CELLS_MAX),
    Rung("alpha-beta", "skips moves that cannot change the result", CountedSearch.alpha_beta),
    Rung("memory", "searches each position once", CountedSearch.memory),
    Rung("symmetry", "like memory, and treats symmetric positions as one", CountedSearch.symmetry),
)


def ladder_text(game: Game, position: Position, progress_for: Callable[[str], Progress | None]) -> str:
    """Run the searches, and return a table and a chart of their calls.

    `progress_for` returns the function that shows the progress of a search, given its name; None to show nothing.
    Raise TooLarge if more than FREE_CELLS_MAX cells are free.
    """
    free = len(game.free(position))
    if free > FREE_CELLS_MAX:
        raise TooLarge(f"{position} has {free} free cells: choose a position with at most {FREE_CELLS_MAX}")
    calls: dict[Rung, int] = {}
    value = 0
    for rung in RUNGS:
        if free <= rung.free_cells_max:
            counted = CountedSearch(game, progress_for(f"{rung.name}, calls"))
            value = rung.search(counted, position, game.to_move(position))
            calls[rung] = counted.calls
    head = f"{game.name}, {position}: {OUTCOMES[value]}. Calls made by each search:"
    return "\n".join([head, "", *table(calls), "", *bars(calls)])


def table(calls: dict[Rung, int]) -> list[str]:
    """Return a line for each search, with its calls, their percentage of the most calls, and its idea.

    For a search that was not run, the line says why.
    """
    most = max(calls.values())
    return [
        f"{rung.name:<11}{calls[rung]:>10,}  {calls[rung] / most:>8.2%}  {rung.idea}"
        if rung in calls
        else f"{rung.name:<11}{'-':>10}  {'':>8}  not run: more than {rung.free_cells_max} free cells"
        for rung in RUNGS
    ]


def bars(calls: dict[Rung, int]) -> list[str]:
    """Return the calls as a bar chart on a logarithmic scale."""
    lines = [f"{rung.name:<11}{'#' * (1 + round(BAR_CHARACTERS * log10(count)))}" for rung, count in calls.items()]
    return [*lines, f"{'':<11}(logarithmic: a bar {BAR_CHARACTERS} characters shorter means a tenth of the calls)"]
