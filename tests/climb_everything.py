"""Search 4,3,3 by alpha-beta and plain minimax from a part of its positions: python climb_everything.py PART PARTS"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from noughts.explain.ladder import CountedSearch
from noughts.game.rules import in_a_row


def main(part, parts):
    """Compare with what memory found, on a representative of every class; plain with at most 7 free cells."""
    game = in_a_row(4, 3, 3)
    counted = CountedSearch(game)
    counted.memory(game.start, "X")
    assert len(counted.known) == 111_973
    for position, value in sorted(counted.known.items())[part::parts]:
        if position != game.representative(position):
            continue
        mover = game.to_move(position)
        assert CountedSearch(game).alpha_beta(position, mover) == value, position
        if position.count(".") <= 7:
            assert CountedSearch(game).plain(position, mover) == value, position


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
