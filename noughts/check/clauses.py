"""The clauses that a check decides. docs/contract.md explains them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Clause:
    """A requirement; `function` is None if it is about several functions or the whole file."""

    id: str
    function: str | None
    sentence: str
    of_boards: bool = True  # whether it is decided by calls on boards


CLAUSES = (
    Clause("E2", "initial_state", "initial_state returns a new empty board at every call, with three rows of its own"),
    Clause("E3", "player", "player returns whose turn it is"),
    Clause("E4", "actions", "actions returns the set of free cells as (row, column)"),
    Clause("E5", "result", "result returns the board after the move"),
    Clause("E6", "result", "result leaves the given board unchanged"),
    Clause("E7", "result", "result raises an exception for an action that is not possible"),
    Clause("E8", "winner", "winner returns the player with three in a row, or None"),
    Clause("E9", "terminal", "terminal returns True if the game is over, else False"),
    Clause("E10", "utility", "utility returns 1 if X has won, -1 if O has won, 0 for a draw"),
    Clause("E11", "minimax", "minimax returns an optimal action"),
    Clause("E12", "minimax", "minimax returns None if the game is over"),
    Clause("E13", None, "no function changes the board it is given"),
    Clause("E16", None, "importing the file prints nothing and asks for nothing", of_boards=False),
    Clause("G2", None, "the parameters of all eight functions, and the constants, are as handed out", of_boards=False),
    Clause("G3", None, "only allowed modules are imported", of_boards=False),
    Clause("G4", None, "helpers do not redefine anything that the file needs", of_boards=False),
    Clause("G5", None, "the file runs without raising an error", of_boards=False),
    Clause("G7", None, "the file is documented", of_boards=False),
)

# The clauses that calls on boards do not decide, without G7: missing comments get a remark, but fail no file.
COURSE_RULES = tuple(clause.id for clause in CLAUSES if not clause.of_boards and clause.id != "G7")
OF_BOARDS = tuple(clause.id for clause in CLAUSES if clause.of_boards)
# The clause that a wrong answer of each function usually breaks. For initial_state this is E2; for result it depends on
# the action.
OF_FUNCTION = {"player": "E3", "actions": "E4", "winner": "E8", "terminal": "E9", "utility": "E10", "minimax": "E11"}
