"""Make the data of the page: the games, levels, searches and phrases that it needs.

table       one character for each symmetry class of unfinished positions, in the order of the classes: "=" for a draw,
            a capital letter if the side to move wins, a small letter if it loses. The letter gives the number of plies
            to the end: B or b for 1, C or c for 2, and so on
"""

import json
from functools import cache
from typing import Any

from noughts import __version__
from noughts.explain.listings import LISTINGS
from noughts.explain.names import player_names
from noughts.explain.phrases import PHRASES
from noughts.game import notation, solver
from noughts.game.rules import Game, Position
from noughts.play import levels

# The games on the page. Their tables are small enough to download.
GAMES = ("3,3,3", "3,3,3,misere", "4,3,3")


def letter(game: Game, position: Position) -> str:
    """Return the character that stands for an unfinished position in a table."""
    best = max(solver.verdicts(game, position, game.to_move(position)).values(), key=solver.rank)
    return "=" if best.value == 0 else chr(ord("A" if best.value > 0 else "a") + best.distance)


def game_data(game: Game) -> dict[str, Any]:
    """Return the rules, symmetries and table of a game, and the names of its cells and lines."""
    table = "".join(letter(game, position) for position in game.symmetry_classes() if not game.is_over(position))
    names = player_names(game)
    lines = {",".join(map(str, line)): name for line, name in names.lines.items()}
    rules = {name: getattr(game, name) for name in ("name", "columns", "rows", "lines", "misere")}
    return {**rules, "symmetries": game.symmetries, "table": table, "cellNames": names.cells, "lineNames": lines}


@cache
def data_script() -> bytes:
    """Return the data as a script, not as JSON, so that the page also works when opened as a local file."""
    data = {
        "version": __version__,
        "games": [game_data(notation.read_game(name)) for name in GAMES],
        "levels": [
            {"name": level.name, "sentence": level.sentence,
             "sights": [[plies, chance.numerator, chance.denominator] for plies, chance in level.sights]}
            for level in levels.LEVELS
        ],
        "listings": [{"name": each.name, "sentence": each.sentence, "lines": each.lines} for each in LISTINGS],
        "phrases": PHRASES,
        "toTheEnd": levels.TO_THE_END,
        "chancesFreeCellsMax": levels.CHANCES_FREE_CELLS_MAX,
    }  # fmt: skip
    return f"window.noughtsData = {json.dumps(data, separators=(',', ':'))};\n".encode()
