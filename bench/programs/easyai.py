"""easyAI: its depth-first solver with a transposition table."""

from clock import best, tell
from easyAI import AI_Player, Negamax, TranspositionTable, solve_with_depth_first_search
from easyAI.games.TicTacToe import TicTacToe

NOBODY = [AI_Player(None), AI_Player(None)]
TicTacToe.ttentry = lambda game: (*game.board, game.current_player)


def solve():
    """Solve the game and return the table that the solver has filled."""
    table = TranspositionTable()
    solve_with_depth_first_search(TicTacToe(NOBODY), win_score=90, tt=table)
    return table


table = TranspositionTable()
player = AI_Player(Negamax(9, tt=table))
game = TicTacToe([player, player])
game.make_move(1)
game.switch_player()
game.make_move(5)
game.switch_player()
game.get_move()
tell(
    all_positions=best(solve, 5),
    warm_move=best(game.get_move, 2000),
)
