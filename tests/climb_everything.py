"""Climb 4,3,3 by alpha-beta and plain minimax from a part of its classes: python climb_everything.py PART PARTS"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from noughts.ladder import Climb
from noughts.rules import in_a_row


def main(part, parts):
    """Compare with what memory and symmetry found."""
    game = in_a_row(4, 3, 3)
    classes: dict[str, int] = {}
    Climb(game).symmetry(game.start, "X", classes)
    assert len(classes) == 28_275
    for position, value in sorted(classes.items())[part::parts]:
        mover = game.to_move(position)
        assert Climb(game).alpha_beta(position, mover) == value, position
        if position.count(".") <= 8:
            assert Climb(game).plain(position, mover) == value, position


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
