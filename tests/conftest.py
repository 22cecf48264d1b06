"""What several test files share: every reachable position, and the root's own tictactoe.py."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from noughts.rules import CLASSIC

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))


def play_everything() -> list[str]:
    """Every position that play can reach, each once, in an order in which it is reached."""
    reached = {CLASSIC.start: None}
    waiting = [CLASSIC.start]
    while waiting:
        position = waiting.pop()
        if not CLASSIC.is_over(position):
            for cell in CLASSIC.free(position):
                after = CLASSIC.after(position, cell)
                if after not in reached:
                    reached[after] = None
                    waiting.append(after)
    return list(reached)


POSITIONS = play_everything()
OPEN = [position for position in POSITIONS if not CLASSIC.is_over(position)]
FINISHED = [position for position in POSITIONS if CLASSIC.is_over(position)]


@pytest.fixture
def tictactoe():
    """The root's file, imported as the stock window would import it."""
    return importlib.import_module("tictactoe")
