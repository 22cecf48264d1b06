"""The game tree below a position as a graph in the DOT language, for Graphviz."""

from noughts.errors import TooLarge
from noughts.explain.analysis import Analysis, analyse
from noughts.explain.svg import TINTS
from noughts.explain.words import VALUES, ending, verdict_words
from noughts.game import notation
from noughts.game.rules import Game, Position
from noughts.game.solver import Verdict

# The most nodes of a tree; a larger picture would be unreadable.
NODES_MAX = 2_000


def dot(game: Game, position: Position, depth: int) -> str:
    """Return the game tree, `depth` plies deep, as DOT text.

    Moves that are equal by symmetry share an edge; the edges of best moves are thick. Raise TooLarge if the tree has
    more than NODES_MAX nodes, or if the position has too many free cells to be solved.
    """
    head = ["digraph tree {", '  node [shape=box, style="rounded,filled", fontname="monospace"];']
    lines = [*head, node(analyse(game, position), 0)]
    nodes = [(position, depth)]  # positions and plies left below them; the loop appends to the list that it reads
    for number, (here, plies_left) in enumerate(nodes):
        if plies_left == 0 or game.is_over(here):
            continue
        best = set(analyse(game, here).best)
        for cells in game.symmetric_moves(here, game.free(here)):
            if len(nodes) >= NODES_MAX:
                raise TooLarge(f"a tree {depth} plies deep has more than {NODES_MAX:,} nodes: choose a smaller --depth")
            after = game.after(here, cells[0])
            label = notation.cell_text(game, cells[0]) + (f" (x{len(cells)})" if len(cells) > 1 else "")
            width = 3 if best & set(cells) else 1
            lines.append(node(analyse(game, after), len(nodes)))
            lines.append(f'  n{number} -> n{len(nodes)} [label="{label}", penwidth={width}];')
            nodes.append((after, plies_left - 1))
    return "\n".join([*lines, "}", ""])


def node(analysis: Analysis, number: int) -> str:
    """Return a DOT node: the rows of a position, and its verdict for the side to move, or how the game ended."""
    words, tint = ending(analysis.winner), "#ffffff"
    if analysis.value is not None:
        words = f"{analysis.to_move} {verdict_words(Verdict(analysis.value, analysis.distance))}"
        tint = TINTS[VALUES[analysis.value]]
    rows = "\\n".join(notation.rows_of(analysis.game, analysis.position))
    return f'  n{number} [label="{rows}\\n{words}", fillcolor="{tint}"];'
