"""The course's exercise: eight functions on list boards, and our own engine with the same functions."""

from typing import Protocol

from noughts.game import notation, solver
from noughts.game.notation import ListBoard, RowColumn
from noughts.game.rules import CLASSIC, Game, Mark

FUNCTION_NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")


class EightFunctions(Protocol):
    """The functions of a `tictactoe.py`; docs/contract.md says what each of them must do."""

    def initial_state(self) -> ListBoard: ...
    def player(self, board: ListBoard) -> Mark: ...
    def actions(self, board: ListBoard) -> set[RowColumn]: ...
    def result(self, board: ListBoard, action: RowColumn) -> ListBoard: ...
    def winner(self, board: ListBoard) -> Mark | None: ...
    def terminal(self, board: ListBoard) -> bool: ...
    def utility(self, board: ListBoard) -> int: ...
    def minimax(self, board: ListBoard) -> RowColumn | None: ...


class EngineFunctions:
    """The eight functions, answered by our own engine, for any game."""

    def __init__(self, game: Game = CLASSIC) -> None:
        self.game = game

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
        best = solver.best_moves(self.game, position, self.game.to_move(position))
        return notation.row_column(self.game, best[0]) if best else None
