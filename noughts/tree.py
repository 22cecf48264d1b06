"""The tree below a position as a graph in the DOT language, and a strategy that never loses, up to symmetry."""

from __future__ import annotations

from noughts import notation, search
from noughts.explain import folded
from noughts.rules import Cell, Game, Mark, Position, put
from noughts.sets import Progress

# A graph with more nodes than this is no longer looked at.
NODES_MAX = 2_000
# A strategy goes through the positions one by one: 12 cells take seconds, 4,4,3 took half a minute, 4,4,4 has far more.
STRATEGY_CELLS_MAX = 12
TINTS = {1: "#d5efd8", 0: "#f4ecc6", -1: "#f8d6d3", None: "#ffffff"}


class TooDeep(ValueError):
    """More nodes than a picture can hold."""


def dot(game: Game, position: Position, depth: int) -> str:
    """The tree below a position, so many plies deep; moves that are turns or reflections of each other are one."""
    lines = [
        "digraph tree {",
        '  node [shape=box, style="rounded,filled", fontname="monospace"];',
        *node(game, position, 0),
    ]
    waiting = [(position, 0, depth)]
    made = 1
    while waiting:
        here, number, left = waiting.pop(0)
        if left == 0 or game.is_over(here):
            continue
        best = search.analyse(game, here).best
        for cells in folded(game, here, game.free(here)):
            if made >= NODES_MAX:
                raise TooDeep(f"a tree {depth} plies deep has more than {NODES_MAX:,} nodes: choose a smaller --depth")
            after = game.after(here, cells[0])
            label = notation.cell_text(game, cells[0]) + (f" (x{len(cells)})" if len(cells) > 1 else "")
            width = 3 if set(cells) & set(best) else 1
            lines += [*node(game, after, made), f'  n{number} -> n{made} [label="{label}", penwidth={width}];']
            waiting.append((after, made, left - 1))
            made += 1
    return "\n".join([*lines, "}", ""])


def node(game: Game, position: Position, number: int) -> list[str]:
    """A position as a node: its rows, and what it is worth to the side to move."""
    found = search.analyse(game, position)
    verdict = search.Verdict(found.value, found.distance) if found.value is not None else None
    ended = f"{found.winner} has won" if found.winner else "a tie"
    words = f"{found.to_move} {verdict.words}" if verdict else ended
    rows = "\\n".join(notation.rows_of(game, position))
    return [f'  n{number} [label="{rows}\\n{words}", fillcolor="{TINTS[found.value]}"];']


def strategy(game: Game, side: Mark, progress: Progress | None = None) -> dict[Position, Cell] | None:
    """A reply for every position that side can get to, one for each symmetry class; None where it can be made to lose.

    Of the moves that do not lose it takes one below which the fewest replies need to be known.
    """
    if len(game.cells) > STRATEGY_CELLS_MAX:
        raise search.TooLarge(
            f"{game.name} has {len(game.cells)} cells: a strategy is written for at most {STRATEGY_CELLS_MAX}"
        )
    if search.table_for(game, game.start, "X").verdict(game.start).value == (-1 if side == "X" else 1):
        return None
    sizes: dict[Position, tuple[int, Cell | None]] = {}

    def size(position: Position) -> int:
        """How many replies are needed below a position (those met twice are counted twice)."""
        if game.is_over(position):
            return 0
        if position not in sizes:
            if progress and len(sizes) % 500 == 0:
                progress(len(sizes), 0)
            groups = folded(game, position, game.free(position))
            afters = {cells[0]: game.representative(game.after(position, cells[0])) for cells in groups}
            if game.to_move(position) == side:
                safe = [cell for cell, verdict in search.verdicts(game, position, side).items() if verdict.value >= 0]
                counts = {cell: size(after) for cell, after in afters.items() if cell in safe}
                best = min(counts, key=lambda cell: counts[cell])
                sizes[position] = 1 + counts[best], best
            else:
                sizes[position] = sum(size(after) for after in afters.values()), None
        return sizes[position][0]

    size(game.start)
    return reachable_replies(game, side, {position: cell for position, (_, cell) in sizes.items() if cell is not None})


def reachable_replies(game: Game, side: Mark, replies: dict[Position, Cell]) -> dict[Position, Cell]:
    """Only the replies that are needed once the strategy is followed from the start."""
    needed: dict[Position, Cell] = {}
    waiting = [game.start]
    seen = set()
    while waiting:
        position = game.representative(waiting.pop())
        if position in seen or game.is_over(position):
            continue
        seen.add(position)
        if game.to_move(position) == side:
            needed[position] = replies[position]
            waiting.append(put(position, replies[position], side))
        else:
            waiting += [game.after(position, cell) for cell in game.free(position)]
    return needed


def proof_text(game: Game, strategies: dict[Mark, dict[Position, Cell]]) -> str:
    """Strategies as a file that tools/check_proof.py verifies: the game, then side, position and reply in each line."""
    lines = [f"game {game.name}"]
    for side, replies in strategies.items():
        lines += [f"{side} {position} {notation.cell_text(game, cell)}" for position, cell in sorted(replies.items())]
    return "\n".join([*lines, ""])
