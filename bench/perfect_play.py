"""Play the perfect level on boards that are too large to solve: python -m bench.perfect_play [GAMES]

As X on 6,5,4, which X wins, it must win every game; as O on 5,5,4, a draw, it must lose none. The opponents move at
random, or by the heuristic search with a small budget of positions. The default is 300 games for each of them.
"""

import random
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from bench.measure import show_progress
from noughts.game import heuristic
from noughts.game.notation import read_game
from noughts.play import levels

GAMES = 300
# The number of positions that the searching opponent visits for a move: it sees three or four plies ahead.
BUDGET = 400
MATCHES = [("6,5,4", "X", "random"), ("6,5,4", "X", "search"), ("5,5,4", "O", "random"), ("5,5,4", "O", "search")]


def played(match):
    """Play one game; return the winner (None for a draw), and how many of the perfect level's moves were not proved.

    `match` is the board, the side of the perfect level, its opponent and a seed.
    """
    name, side, opponent, seed = match
    game, rng = read_game(name), random.Random(seed)
    position, unproved = game.start, 0
    while not game.is_over(position):
        if game.to_move(position) == side:
            choice = levels.choose(game, levels.PERFECT, position, seed)
            unproved += not choice.is_exact
            cell = choice.cell
        elif opponent == "random":
            cell = rng.choice(game.free(position))
        else:
            cell = heuristic.best_move(game, position, BUDGET, rng.sample(game.cells, len(game.cells))).cell
        position = game.after(position, cell)
    return game.winner(position), unproved


def main():
    """Play all matches on all cores, and print a table."""
    games = int(sys.argv[1]) if sys.argv[1:] else GAMES
    print("| board | perfect level | opponent | games | won | drawn | lost | moves without a proof |")
    print("|---|---|---|--:|--:|--:|--:|--:|")
    with ProcessPoolExecutor() as pool:
        for name, side, opponent in MATCHES:
            ends, unproved = Counter(), 0
            jobs = [(name, side, opponent, seed) for seed in range(games)]
            for number, (winner, without) in enumerate(pool.map(played, jobs), 1):
                ends["drawn" if winner is None else "won" if winner == side else "lost"] += 1
                unproved += without
                show_progress(f"{name} {opponent} {number}/{games}")
            show_progress("")
            counts = " | ".join(str(ends[end]) for end in ("won", "drawn", "lost"))
            print(f"| {name} | {side} | {opponent} | {games} | {counts} | {unproved} |", flush=True)


if __name__ == "__main__":
    main()
