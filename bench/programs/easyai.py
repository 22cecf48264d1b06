"""easyAI: its depth-first solver with a transposition table."""

from clock import best, tell
from easyAI import AI_Player, Negamax, TranspositionTable, TwoPlayerGame, solve_with_depth_first_search
from easyAI.games.TicTacToe import TicTacToe

NOBODY = [AI_Player(None), AI_Player(None)]
TicTacToe.ttentry = lambda game: (*game.board, game.current_player)


def solve():
    """Its solver, its table filled."""
    table = TranspositionTable()
    solve_with_depth_first_search(TicTacToe(NOBODY), win_score=90, tt=table)
    return table


class Wide(TwoPlayerGame):
    """Four by four, three in a row, in the shape easyAI wants."""

    lines = tuple(
        tuple((row + i * down) * 4 + column + i * right for i in range(3))
        for row in range(4)
        for column in range(4)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        if row + 2 * down < 4 and 0 <= column + 2 * right < 4
    )

    def __init__(self, players):
        self.players, self.board, self.current_player = players, [0] * 16, 1

    def possible_moves(self):
        return [cell for cell in range(16) if not self.board[cell]]

    def make_move(self, move):
        self.board[move] = self.current_player

    def unmake_move(self, move):
        self.board[move] = 0

    def lose(self):
        return any(all(self.board[cell] == self.opponent_index for cell in line) for line in self.lines)

    def is_over(self):
        return 0 not in self.board or self.lose()

    def scoring(self):
        return -100 if self.lose() else 0

    def ttentry(self):
        return (*self.board, self.current_player)


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
    wide=best(lambda: solve_with_depth_first_search(Wide(NOBODY), win_score=90, tt=TranspositionTable()), 1),
)
