"""The exercise: to write eight functions on list boards. docs/contract.md says what each of them must do."""

FUNCTION_NAMES = ("initial_state", "player", "actions", "result", "winner", "terminal", "utility", "minimax")
