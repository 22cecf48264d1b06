"""Noughts: the package's solver. The time for all positions includes making the table in which they are looked up."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from clock import best, tell

from noughts.game import solver
from noughts.game.rules import CLASSIC

POSITION = "X...O...."

tell(
    all_positions=best(lambda: solver.Table(CLASSIC, CLASSIC.start, "X"), 50),
    warm_move=best(lambda: solver.best_moves(CLASSIC, POSITION, "X"), 2000),
)
