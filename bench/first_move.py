"""Time a fresh process up to its first move on the empty board: python -m bench.first_move

Imports are included. All programs run in turns, and the best of the rounds counts. On a noisy machine, look at the
ratios.
"""

import argparse

from bench.measure import ROOT, bare_environment, best_of, environment, table

OURS = "import tictactoe; tictactoe.minimax(tictactoe.initial_state())"
PACKAGE = "from noughts.game import rules, solver; solver.best_moves(rules.CLASSIC, rules.CLASSIC.start, 'X')[0]"
TEXTBOOK = "import sys; sys.path.insert(0, 'bench/textbook'); import {0}; {0}.minimax({0}.initial_state())"
OPEN_SPIEL = """
import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search
alpha_beta_search(pyspiel.load_game("tic_tac_toe"))
"""
EASY_AI = """
from easyAI import AI_Player, Human_Player, Negamax, TranspositionTable
from easyAI.games.TicTacToe import TicTacToe
TicTacToe.ttentry = lambda game: (*game.board, game.current_player)
TicTacToe([AI_Player(Negamax(9{table})), Human_Player()]).get_move()
"""
AIMA = """
from aima3.games import TicTacToe, alphabeta_search
game = TicTacToe()
alphabeta_search(game.initial, game)
"""


def main():
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--rounds", type=int, default=15, help="how often each program runs, at least 5; slow programs run 5 times"
    )
    arguments = parser.parse_args()
    python, there = environment()
    bare = bare_environment()
    commands = {
        "python -c pass": [bare, "-c", "pass"],
        "Noughts: tictactoe.py": [bare, "-c", OURS],
        "Noughts: the package": [bare, "-c", PACKAGE],
        "noughts explain X...O....": [bare, "-m", "noughts", "explain", "X...O...."],
        "noughts --help": [bare, "-m", "noughts", "--help"],
        "textbook with alpha-beta, deepcopy": [bare, "-c", TEXTBOOK.format("pruning")],
        "textbook minimax, deepcopy": [bare, "-c", TEXTBOOK.format("plain")],
    }
    if "open_spiel" in there:
        commands["OpenSpiel alpha-beta"] = [python, "-c", OPEN_SPIEL]
    if "easyAI" in there:
        commands["easyAI with table"] = [python, "-c", EASY_AI.format(table=", tt=TranspositionTable()")]
        commands["easyAI"] = [python, "-c", EASY_AI.format(table="")]
    if "aima3" in there:
        commands["AIMA alpha-beta"] = [python, "-c", AIMA]
    print(table(best_of(max(5, arguments.rounds), commands), "python -c pass"))


if __name__ == "__main__":
    assert (ROOT / "tictactoe.py").is_file()
    main()
