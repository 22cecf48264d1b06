"""The exercise: write eight functions for boards that are lists of rows. docs/contract.md says what each must do."""

FUNCTION_NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
