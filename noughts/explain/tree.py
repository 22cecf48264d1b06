"""The tree below a position as a graph in the DOT language, for Graphviz."""

from noughts.errors import TooLarge
from noughts.explain.analysis import Analysis, analyse
from noughts.explain.words import ending, verdict_words
from noughts.game import notation
from noughts.game.rules import Game, Position
from noughts.game.solver import Verdict

# A larger picture is unreadable.
NODES_MAX = 2_000
TINTS = {1: "#d5efd8", 0: "#f4ecc6", -1: "#f8d6d3", None: "#ffffff"}


def dot(game: Game, position: Position, depth: int) -> str:
    """Return the tree `depth` plies deep; moves that are equal by symmetry share an edge."""
    lines = [
        "digraph tree {",
        '  node [shape=box, style="rounded,filled", fontname="monospace"];',
        node(analyse(game, position), 0),
    ]
    waiting = [(position, 0, depth)]
    nodes = 1
    while waiting:
        here, number, plies_left = waiting.pop(0)
        if plies_left == 0 or game.is_over(here):
            continue
        best = set(analyse(game, here).best)
        for cells in game.symmetric_moves(here, game.free(here)):
            if nodes >= NODES_MAX:
                raise TooLarge(f"a tree {depth} plies deep has more than {NODES_MAX:,} nodes: choose a smaller --depth")
            after = game.after(here, cells[0])
            label = notation.cell_text(game, cells[0]) + (f" (x{len(cells)})" if len(cells) > 1 else "")
            width = 3 if best & set(cells) else 1
            lines.append(node(analyse(game, after), nodes))
            lines.append(f'  n{number} -> n{nodes} [label="{label}", penwidth={width}];')
            waiting.append((after, nodes, plies_left - 1))
            nodes += 1
    return "\n".join([*lines, "}", ""])


def node(analysis: Analysis, number: int) -> str:
    """Return a position as a node: its rows, and what it is worth to the side to move."""
    words = ending(analysis.winner)
    if analysis.value is not None:
        words = f"{analysis.to_move} {verdict_words(Verdict(analysis.value, analysis.distance))}"
    rows = "\\n".join(notation.rows_of(analysis.game, analysis.position))
    return f'  n{number} [label="{rows}\\n{words}", fillcolor="{TINTS[analysis.value]}"];'
