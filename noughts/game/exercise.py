"""The course's exercise: eight functions on list boards, and our own engine with the same functions."""

from collections.abc import Callable

from noughts.game import notation, solver
from noughts.game.notation import ListBoard, RowColumn
from noughts.game.rules import CLASSIC, Cell, Game, Mark, Position

FUNCTION_NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")


def first_best_move(game: Game, position: Position) -> Cell:
    """Return the first of the best moves in an open position."""
    return solver.best_moves(game, position, game.to_move(position))[0]


class EngineFunctions:
    """The eight functions, answered by our own engine, for any game; `choose` chooses the move of minimax.

    docs/contract.md says what each of them must do.
    """

    def __init__(self, game: Game = CLASSIC, choose: Callable[[Game, Position], Cell] = first_best_move) -> None:
        self.game, self._choose = game, choose

    def initial_state(self) -> ListBoard:
        return notation.to_board(self.game, self.game.start)

    def player(self, board: ListBoard) -> Mark:
        return self.game.to_move(notation.from_board(board))

    def actions(self, board: ListBoard) -> set[RowColumn]:
        return {notation.row_column(self.game, cell) for cell in self.game.free(notation.from_board(board))}

    def result(self, board: ListBoard, action: RowColumn) -> ListBoard:
        if action not in self.actions(board):
            raise ValueError(f"{action!r} is not possible: choose one of {sorted(self.actions(board))}")
        cell = notation.to_cell(self.game, action)
        return notation.to_board(self.game, self.game.after(notation.from_board(board), cell))

    def winner(self, board: ListBoard) -> Mark | None:
        return self.game.winner(notation.from_board(board))

    def terminal(self, board: ListBoard) -> bool:
        return self.game.is_over(notation.from_board(board))

    def utility(self, board: ListBoard) -> int:
        return {"X": 1, "O": -1, None: 0}[self.winner(board)]

    def minimax(self, board: ListBoard) -> RowColumn | None:
        position = notation.from_board(board)
        return None if self.terminal(board) else notation.row_column(self.game, self._choose(self.game, position))
