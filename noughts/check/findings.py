"""Findings: remarks, flags, diagnoses and reasons, each an id with fields, and the words for them.

remark      something worth knowing that fails no clause
flag        a line of the source that needs review by a person
diagnosis   the likely cause of wrong answers
reason      why a submission as a whole failed, or could not be checked
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from noughts.support.text import shorten

# Longer texts, such as names in a student's file, are cut.
FIELD_CHARACTERS_MAX = 300

WORDS = {
    # reasons
    "cannot_read": "it cannot be read: {error}",
    "too_large": "it is larger than {bytes:,} bytes",
    "bad_encoding": "it is not Python text: its encoding is {encoding!r}; save it as UTF-8",
    "not_text": "it is not Python text: {error}",
    "not_compiled": "it cannot be compiled: {error}{at_line}",
    "not_loaded": "it cannot be loaded: it raised {error}{at_line}",
    "not_loaded_missing_module": "it cannot be loaded: it raised {error}{at_line} "
    "(only Python's own modules are available; name it in --allow, e.g. --allow {module},copy,math)",
    "not_loaded_sibling": "it cannot be loaded: it raised {error}{at_line} (one file is handed in, so a helper module "
    "of your own must be part of it; name an installed package in --allow, e.g. --allow {module},copy,math)",
    "not_loaded_lost": "it cannot be loaded: {loss}",
    "no_time_to_load": "the time limit was reached before it was loaded",
    "does_not_answer": "it does not answer: {loss}",
    "import_not_allowed": "it imports {modules}, but only {allowed} may be imported",
    "lacks_functions": "it lacks {functions}{meant}",
    "wrong_constant": "{name} must be {expected}, but is {got}",
    "ended_once": "{loss}, but not when the same questions were asked again",
    "check_failed": "{error}",
    # remarks
    "file_name": "the file is called {name}, not tictactoe.py",
    "imports": "imports {modules}",
    "defined_twice": "{name} is defined twice",
    "no_comment": "no docstring or comment: {functions}",
    "shares_rows": "result shares rows with the board it was given",
    "malformed_actions": "result accepts malformed actions: {actions}",
    "parameter_names": "{function} calls its parameters {names}",
    "subclass": "{function} returns values of a subclass, such as a namedtuple",
    "import_writes_errors": "the file writes to standard error when it is imported",
    "warned_lines": "Python warns about line {lines}",
    "malformed_lost": "result was given a malformed action, and {loss}",
    "asked_no_further": "the checker stopped asking {function} after {count:,} wrong answers of one kind",
    "lost_no_further": "the checker stopped asking {function} after {count:,} calls without an answer",
    "number_type": "utility returns {value} instead of an int",
    "first_move_seconds": "the first move takes {seconds:.1f} s",
    "delays_win": "in {count:,} positions minimax delays an immediate win (allowed)",
    "prints": "its functions print when they are called",
    "more": "and {count:,} more",
    # flags
    "flag_import": "line {line}: imports {name}",
    "flag_name": "line {line}: uses {name}",
    "flag_attribute": "line {line}: uses .{name}",
    "flag_catches_all": "line {line}: catches every exception",
    # diagnoses
    "import_prints": "the file prints when it is imported: keep the code that plays out of the top level",
    "import_asks": "the file asks for input when it is imported: keep the code that plays out of the top level",
    "import_prints_and_asks": "the file prints and asks for input when it is imported: keep the code that plays out of "
    "the top level",
    "not_written": "{function} is not written yet (NotImplementedError)",
    "calls_unwritten": "{function} needs a function that is not written yet (NotImplementedError{at_line})",
    "gives_no_answer": "{function} gives no answer: {loss}",
    "parameters": "{function} must take the parameters of {expected}, but is {got}",
    "constant": "{function} returns {value} everywhere",
    "wrong_type": "{function} returns {got}, expected {expected}",
    "returns_none": "{function} returns None in {count:,} positions: on some path there may be no return",
    "changes_its_board": "{function} changes the board it is given: work on a copy, or take every mark back",
    "terminal_misses_wins": "terminal misses wins while cells are free",
    "terminal_too_early": "terminal takes the game for finished when {free} or fewer cells are free",
    "terminal_any_row": "terminal takes the game for finished as soon as one row is full",
    "utility_full_is_draw": "utility returns 0 for every full board: ask for the winner first",
    "same_board": "initial_state hands out a board that it handed out before: make a new one at every call",
    "returns_exception": "result returns an object of type {type} for an action that is not possible: raise it",
    "line_never_wins_of": "the {line} never wins for {mark}",
    "winner_sees_more": "winner sees a win in {count:,} positions without three in a row",
    "actions_incomplete": "actions leaves out free cells in {count:,} positions",
    "one_cell_first": "minimax takes {cell} whenever it is free, without a search",
    "no_return": "{function} has no return statement with a value, so it returns None",
    "empty_among_rows": "line {line} looks for EMPTY in {board}, which holds rows and not cells: look in each row",
    "catches_own_exception": "line {line} catches the exception that result raises itself: let it go through",
    "endless_recursion": "{function} calls itself without end{at_line}: it must stop when the game is over",
    "raises": "{function} raises {error}{at_line}: {message}",
    "shadowed_name": "in {inside}, line {line} uses the function's name {name} for a variable; inside {inside}, Python "
    "then takes {name} for that variable everywhere: choose another name for it",
    "result_unchanged": "result returns the board without the move",
    "zero_for_o": "{function} returns the number 0 instead of O",
    "actions_missing": "actions never returns {cells}",
    "actions_taken": "actions returns taken cells too",
    "mistyped_line": "instead of the {line}, winner compares the cells {cells}: check the indices",
    "sum_of_outcomes": "minimax adds up the outcomes below a move instead of taking the highest or lowest",
    "last_free_cell": "minimax takes the last free cell, whatever is on the board{when}",
    "no_terminal_check": "minimax does not ask whether the game is over: return None first if it is",
    "winner_true": "winner returns True instead of X or O",
    "returns_board_for_bad_action": "result returns the board unchanged for an action that is not possible: "
    "it must raise an exception",
    "one_row_list": "the three rows of initial_state are one list: [row] * 3 does not copy it",
    "player_exchanged": "player has X and O exchanged: X moves first",
    "player_constant": "player always returns {mark}",
    "player_even": "player returns O where X and O have equally many marks ({count:,} positions): X moves then",
    "player_odd": "player returns X where X has one mark more than O ({count:,} positions): O moves then",
    "actions_list": "actions returns a list instead of a set",
    "actions_transposed": "actions returns (column, row): the row comes first",
    "negative_indices": "result accepts negative indices: Python counts them from the end",
    "taken_cell": "result lets a taken cell be taken again",
    "returns_none_for_bad_action": "result returns None for an action that is not possible: it must raise an exception",
    "changes_board": "result writes into the board it is given: copy the rows first",
    "result_transposed": "result treats (i, j) as (column, row): the row comes first",
    "result_constant_mark": "result puts {mark} when it is the other side's turn",
    "no_winner": "winner never finds a winner",
    "no_winner_of": "winner never finds a win of {mark}",
    "line_never_wins": "the {line} never wins",
    "free_line_wins": "three free cells on the {line} count as a win of {mark}",
    "free_line_first": "winner misses a win if another line is free: three free cells are equal too: skip such lines",
    "terminal_only_full": "terminal only asks whether the board is full: it misses wins",
    "terminal_misses_full": "terminal does not treat a full board as the end of the game",
    "terminal_one_line": "terminal takes the game for finished as soon as the {line} is full",
    "terminal_none": "terminal returns None where it must return False: a return is missing",
    "terminal_winner": "terminal returns the winner where it must return True",
    "utility_constant": "utility returns {got} for {ending}, expected {expected}",
    "utility_signs": "utility has its signs exchanged: 1 is a win of X",
    "minimax_no_none": "minimax does not return None when the game is over",
    "minimax_list": "minimax returns a list instead of a tuple",
    "minimax_value_and_move": "minimax returns a value and a move: return only the move",
    "minimax_none_when_lost": "minimax returns None where every move loses{when}: start from a value worse than a loss",
    "minimax_none_when_drawn": "minimax returns None where no move wins{when}: start from a value worse than a loss",
    "minimax_value": "minimax returns the value instead of the move",
    "minimax_value_of_side": "minimax returns the value instead of the move when it is {mark}'s turn",
    "inconsistent": "the answers of {function} depend on earlier calls: it must depend on its arguments alone",
    # misconceptions and habits of minimax (noughts/check/misconceptions.py)
    "worst_move": "minimax makes the worst move everywhere: max and min are exchanged when the first move is chosen",
    "both_play_to_lose": "minimax plays as if max and min were exchanged: both sides play to lose",
    "max_for_o_too": "minimax chooses the highest value for O too: O wins with -1 and should choose the lowest",
    "min_for_x_too": "minimax chooses the lowest value for X too: X wins with 1 and should choose the highest",
    "everyone_max": "minimax plays as if both sides chose the highest value, whoever's turn it is",
    "everyone_min": "minimax plays as if both sides chose the lowest value, whoever's turn it is",
    "max_below": "minimax plays as if both sides chose the highest value after its own move",
    "min_below": "minimax plays as if both sides chose the lowest value after its own move",
    "swapped_below": "minimax plays as if max and min were exchanged after its own move: it counts on the "
    "opponent's help",
    "swapped_below_one": "minimax plays as if max and min were exchanged after its own move{when}",
    "always_as_x": "minimax plays O as if it were X: it chooses the highest value at its own moves",
    "always_as_o": "minimax plays X as if it were O: it chooses the lowest value at its own moves",
    "draw_below_loss": "minimax rates a draw below a loss{when}",
    "draw_above_win": "minimax rates a draw above a win{when}",
    "draw_below_o_win": "minimax rates a draw below a win of O{when}",
    "draw_above_x_win": "minimax rates a draw above a win of X{when}",
    "draw_like_loss": "minimax rates a draw like a loss{when}",
    "draw_like_win": "minimax rates a draw like a win{when}",
    "draw_like_o_win": "minimax rates a draw like a win of O{when}",
    "draw_like_x_win": "minimax rates a draw like a win of X{when}",
    "first_free_cell": "minimax takes the first free cell, whatever is on the board{when}",
    "first_action": "minimax returns the first action that its loop sees, not the best one{when}",
    "last_action": "minimax returns the last action that its loop sees, not the best one{when}",
    "one_ply": "minimax takes every immediate win, but does not block most of the opponent's{when}",
    "win_or_block": "minimax takes or blocks every immediate win, but is wrong elsewhere{when}: it must search deeper",
    "own_fault": "{function} is still wrong with a right {causes}: it has a fault of its own, too",
    "follows": "{function} becomes right once {causes} {are} right: mend {causes} first",
}


@dataclass(frozen=True)
class Finding:
    """One finding: its id (a key of WORDS), its fields, and its words."""

    id: str
    fields: tuple[tuple[str, Any], ...] = ()
    words: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the finding as plain data."""
        return {"id": self.id, "words": self.words, "fields": dict(self.fields)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the finding that `to_json` made this data from."""
        return cls("" + data["id"], tuple(sorted(data["fields"].items())), "" + data["words"])

    @property
    def function(self) -> str | None:
        """The function that the finding is about, or None."""
        return dict(self.fields).get("function")


def finding(name: str, /, **fields: Any) -> Finding:
    """Return a finding with the words of WORDS[name], in which the fields are filled in.

    >>> finding("player_constant", mark="X").words
    'player always returns X'
    """
    fields = {key: shorten(value, FIELD_CHARACTERS_MAX) if isinstance(value, str) else value
              for key, value in fields.items()}  # fmt: skip
    line, mark = fields.get("line"), fields.get("mark")
    extra = {
        "at_line": f" (line {line})" if line else "",
        "meant": f" (is {fields['similar']} meant?)" if fields.get("similar") else "",
        "when": f" when it is {mark}'s turn" if mark else "",
        "are": "are" if len(str(fields.get("causes")).split()) > 1 else "is",
    }
    return Finding(name, tuple(sorted(fields.items())), WORDS[name].format_map({**extra, **fields}))


def first_findings(findings: list[Finding], most: int) -> list[Finding]:
    """Return the findings; if there are more than `most`, only the first ones and one that counts the others."""
    more = len(findings) - most
    return [*findings[:most], finding("more", count=more)] if more > 0 else findings
