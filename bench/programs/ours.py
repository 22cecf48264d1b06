"""Noughts: the package's search. The time of all positions includes the table they are looked up in."""

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
