"""Findings: remarks, flags, diagnoses and reasons. Each has an id, fields, and words.

remark      something worth knowing that fails no clause
flag        a line of the source that a person should review
diagnosis   the likely cause of wrong answers
reason      why a submission as a whole failed, or could not be checked
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from noughts.check.slip_words import SLIP_WORDS
from noughts.support.text import plural, shorten

# Fields with more characters than this, such as names from a student's file, are cut.
FIELD_CHARACTERS_MAX = 300

# The words of all findings, by id.
WORDS = SLIP_WORDS | {
    # reasons
    "cannot_read": "it cannot be read: {error}",
    "too_large": "it is larger than {bytes:,} bytes, the limit for a submission",
    "bad_encoding": "its encoding, {encoding!r}, is not accepted: save the file as UTF-8",
    "not_text": "it cannot be decoded as text: {error}",
    "not_compiled": "it cannot be compiled: {error}{at_line}",
    "not_loaded": "it cannot be loaded: it raised {error}{at_line}",
    "not_loaded_missing_module": "it cannot be loaded: it raised {error}{at_line} "
    "(only Python's own modules are available; to make {module} available, use --allow {module},copy,math or, in a "
    "course, add it to allowed = [...] in the rubric)",
    "not_loaded_sibling": "it cannot be loaded: it raised {error}{at_line} (if {module} is your own module, move "
    "its code into the file that you hand in; if {module} is a package, install it and "
    "use --allow {module},copy,math or, in a course, add it to allowed = [...] in the rubric)",
    "not_loaded_lost": "it cannot be loaded: {loss}",
    "no_time_to_load": "the time limit was reached before the file was loaded",
    "does_not_answer": "it does not answer: {loss}",
    "import_not_allowed": "it imports {modules}, but {only_allowed} may be imported",
    "lacks_functions": "it lacks {functions}{meant}",
    "wrong_constant": "{name} must be {expected}, but is {got}",
    "ended_once": "{loss} in one run of the file, but not in another",
    "check_failed": "{error}",
    # remarks
    "file_name": "the file is called {name}, not tictactoe.py",
    "imports": "the file imports {modules}",
    "defined_twice": "{name} is defined more than once",
    "no_comment": "functions without a docstring or a comment: {functions}",
    "shares_rows": "the board that result returns shares rows with the board that result was given",
    "malformed_actions": "result accepts malformed actions: {actions}",
    "parameter_names": "{function}({names}) has different parameter names from {expected} in the exercise",
    "subclass": "{function} returns values of a subclass of the right type, such as a namedtuple instead of a tuple",
    "import_writes_errors": "the file writes to standard error when it is imported",
    "warned_lines": "Python gives a warning when it compiles {numbered_lines} of the file",
    "malformed_lost": "when result was given a malformed action, {loss}",
    "asked_no_further": "the checker stopped calling {function} after {count:,} wrong answers",
    "lost_no_further": "the checker stopped calling {function} after {count:,} calls without an answer",
    "number_type": "utility returns {value} instead of an int",
    "first_move_seconds": "the first move takes {seconds:.1f} s",
    "delays_win": "in {positions} minimax delays an immediate win (allowed)",
    "prints": "functions of the file print when they are called",
    "more": "and {count:,} more",
    # flags
    "flag_import": "line {line}: imports {name}",
    "flag_name": "line {line}: uses {name}",
    "flag_attribute": "line {line}: uses .{name}",
    "flag_catches_all": "line {line}: catches every exception",
    # diagnoses
    "import_prints": "the file prints when it is imported: remove the code that prints, or move it into a function",
    "import_asks": "the file asks for input when it is imported: remove the code that asks, or move it into a function",
    "import_prints_and_asks": "the file prints and asks for input when it is imported: remove the code that does this, "
    "or move it into a function",
    "not_written": "{function} is not written yet (NotImplementedError)",
    "calls_unwritten": "{function} raises NotImplementedError{at_line}: code that {function} needs is not written yet",
    "gives_no_answer": "{function} gives no answer: {loss}",
    "parameters": "{function} must have the signature {expected}, but has {got}",
    "constant": "{function} returns {value} for every board",
    "wrong_type": "{function} returns {got}, expected {expected}",
    "returns_none": "{function} returns None in {calls}: a branch may lack a return statement",
    "changes_its_board": "{function} changes the board it is given: work on a copy, or undo every change",
    "terminal_misses_wins": "terminal misses wins on boards with free cells",
    "terminal_too_early": "terminal treats the game as over when {free} or fewer cells are free",
    "terminal_any_row": "terminal treats the game as over as soon as any row is full",
    "utility_full_is_draw": "utility returns 0 for every full board: check for a winner first",
    "same_board": "initial_state returns lists that it has returned before: create the board and its rows on each call",
    "returns_exception": "result returns an exception of type {type} for an action that is not possible: "
    "raise the exception instead",
    "line_never_wins_of": "the {line} never wins a game for {mark}",
    "winner_sees_more": "winner reports a win in {positions} where nobody has three in a row",
    "extra_lines": "winner counts equal marks on {cells} as a win",
    "mixed_line_wins": "winner counts a line with {x} X and {o} O as a win",
    "wraps_rows": "winner counts three equal marks that run over the end of a row as a win, as if the board were "
    "one row of nine cells",
    "actions_incomplete": "actions leaves out free cells in {positions}",
    "one_cell_first": "minimax takes {cell} whenever it is free, whatever else is on the board",
    "no_return": "{function} has no return statement with a value, so it returns None",
    "empty_among_rows": "line {line} looks for EMPTY in {board}, which is a list of rows, not of cells: "
    "look in each row",
    "catches_own_exception": "line {line} catches an exception that result itself raises: do not catch it there",
    "endless_recursion": "{function} causes infinite recursion{at_line}: a function calls itself again and again, "
    "directly or through others. Does each call get a board with one more mark, and does the search stop when the game "
    "is over?",
    "raises": "{function} raises {error}{at_line}{with_message}",
    "shadowed_name": "in {inside}, line {line} assigns to {name}, which is also the name of a function: everywhere in "
    "{inside}, {name} then means the local variable; rename the variable",
    "result_unchanged": "result returns the board without the move",
    "zero_for_o": "{function} returns the number 0 instead of O",
    "actions_missing": "actions never returns {cells}",
    "actions_taken": "actions returns taken cells too",
    "mistyped_line": "instead of the {line}, winner compares the cells {cells}: check the indices",
    "sum_of_outcomes": "minimax adds up the values of the replies to a move instead of taking the highest or "
    "the lowest",
    "last_free_cell": "minimax takes the last free cell{when}, whatever is on the board",
    "no_terminal_check": "minimax does not check whether the game is over: if it is, return None",
    "winner_true": "winner returns True instead of X or O",
    "returns_board_for_bad_action": "result returns the board unchanged for an action that is not possible: "
    "it must raise an exception",
    "one_row_list": "the three rows of the board are the same list: make a new list for each row",
    "player_exchanged": "player returns X and O the wrong way round: X moves first",
    "player_constant": "player always returns {mark}",
    "player_even": "player returns O in {positions} where X and O have the same number of marks: it is X's turn",
    "player_odd": "player returns X in {positions} where X has one more mark than O: it is O's turn",
    "actions_list": "actions returns a list instead of a set",
    "actions_transposed": "actions returns (column, row): the row comes first",
    "negative_indices": "result accepts negative indices, which Python counts from the end: allow only 0, 1 and 2",
    "taken_cell": "result accepts a move to a taken cell",
    "returns_none_for_bad_action": "result returns None for an action that is not possible: it must raise an exception",
    "changes_board": "result writes into the board it is given: copy the rows, and write into the copy",
    "result_transposed": "result treats (i, j) as (column, row): the row comes first",
    "result_constant_mark": "result places {mark} even when it is the other side's turn",
    "no_winner": "winner never finds a winner",
    "no_winner_of": "winner never finds a win for {mark}",
    "line_never_wins": "the {line} never wins a game",
    "free_line_wins": "three free cells on the {line} count as a win for {mark}",
    "free_line_first": "winner misses a win if another line is free: three free cells are equal too, so "
    "skip such a line",
    "terminal_only_full": "terminal only checks whether the board is full: it misses wins",
    "terminal_misses_full": "terminal does not treat a draw, a full board without a winner, as the end of the game",
    "terminal_one_line": "terminal treats the game as over as soon as the {line} is full",
    "terminal_none": "terminal returns None where it must return False: a return may be missing",
    "terminal_winner": "terminal returns the winner where it must return True",
    "utility_constant": "utility returns {got} for {ending}, expected {expected}",
    "utility_signs": "utility has the wrong sign: a win for X is 1, a win for O is -1",
    "minimax_no_none": "minimax does not return None when the game is over",
    "minimax_list": "minimax returns a list instead of a tuple",
    "minimax_value_and_move": "minimax returns a value and a move{when}: return only the move",
    "minimax_none_when_lost": "minimax returns None where every move loses{when}: it must return a move there too",
    "minimax_none_when_drawn": "minimax returns None where no move wins{when}: it must return the best move there too",
    "minimax_value": "minimax returns the value of the board instead of a move",
    "minimax_value_of_side": "minimax returns the value of the board instead of a move when it is {mark}'s turn",
    "by_chance": "{function} gives different answers to the same question, and some are wrong: the file imports random",
    "inconsistent": "the answers of {function} depend on earlier calls: they must depend on its arguments alone",
    # misconceptions and habits of minimax (noughts/check/misconceptions.py)
    "worst_move": "minimax makes the worst move everywhere: max and min are exchanged where it chooses its own move",
    "both_play_to_lose": "minimax plays as if max and min were exchanged: both sides play to lose",
    "max_for_o_too": "minimax plays as if it chose the highest value for O too: O wins with -1 and "
    "should choose the lowest",
    "min_for_x_too": "minimax plays as if it chose the lowest value for X too: X wins with 1 and "
    "should choose the highest",
    "everyone_max": "minimax plays as if both sides chose the highest value, whoever's turn it is",
    "everyone_min": "minimax plays as if both sides chose the lowest value, whoever's turn it is",
    "max_below": "minimax plays as if both sides chose the highest value after its own move",
    "min_below": "minimax plays as if both sides chose the lowest value after its own move",
    "swapped_below": "minimax plays as if max and min were exchanged after its own move: it counts on the "
    "opponent's help",
    "swapped_below_one": "minimax plays as if max and min were exchanged after its own move{when}",
    "always_as_x": "minimax plays O as if O were X: it chooses the highest value at O's moves and the lowest at X's",
    "always_as_o": "minimax plays X as if X were O: it chooses the lowest value at X's moves and the highest at O's",
    "draw_below_loss": "minimax plays as if a draw were worse than a loss{when}",
    "draw_above_win": "minimax plays as if a draw were better than a win{when}",
    "draw_below_o_win": "minimax plays as if a draw were worth less than a win for O{when}",
    "draw_above_x_win": "minimax plays as if a draw were worth more than a win for X{when}",
    "draw_like_loss": "minimax plays as if a draw were as bad as a loss{when}",
    "draw_like_win": "minimax plays as if a draw were as good as a win{when}",
    "draw_like_o_win": "minimax plays as if a draw were worth as little as a win for O{when}",
    "draw_like_x_win": "minimax plays as if a draw were worth as much as a win for X{when}",
    "first_free_cell": "minimax takes the first free cell{when}, whatever is on the board",
    "first_action": "minimax returns the first action in the set of actions{when}, not the best one",
    "last_action": "minimax returns the last action in the set of actions{when}, not the best one",
    "one_ply": "minimax takes every immediate win{when}, but fails to block most immediate wins of the opponent",
    "blocks_first": "minimax blocks the opponent{when} even where it can win at once: look for its own win first",
    "win_or_block": "minimax takes or blocks every immediate win{when}, but is wrong elsewhere: "
    "does it search to the end of the game?",
    "own_fault": "{function} is still wrong when {causes} {are} right{shared}: there is another fault in {function} or "
    "in a function that it uses",
    "own_fault_explained": "{function} is still wrong when {causes} {are} right{shared}, for the reasons below",
    "follows": "{function} becomes right once {causes} {are} right (on the boards tried): fix {causes} first",
}


@dataclass(frozen=True)
class Finding:
    """One finding: its id (a key of WORDS), its fields, and its words."""

    id: str
    fields: tuple[tuple[str, Any], ...] = ()
    words: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the finding as data for JSON."""
        return {"id": self.id, "words": self.words, "fields": dict(self.fields)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Return the finding whose `to_json` returned this data."""
        return cls("" + data["id"], tuple(sorted(data["fields"].items())), "" + data["words"])

    @property
    def function(self) -> str | None:
        """The function that the finding is about; None if it is about the whole file."""
        return dict(self.fields).get("function")


def finding(name: str, /, **fields: Any) -> Finding:
    """Return a finding whose words are WORDS[name] with the fields filled in; long strings in the fields are cut.

    >>> finding("player_constant", mark="X").words
    'player always returns X'
    """
    fields |= {key: shorten(text, FIELD_CHARACTERS_MAX) for key, text in fields.items() if isinstance(text, str)}
    line, mark, allowed = fields.get("line"), fields.get("mark"), fields.get("allowed")
    lines, similar = str(fields.get("lines", "")).split(","), str(fields.get("similar", ""))
    names_are = "are the names" if "," in similar else "is the name"
    extra = {
        "at_line": f" (line {line})" if line else "",
        "meant": f" (but it has {similar}: {names_are} misspelled?)" if similar else "",
        "only_allowed": "nothing" if allowed == "nothing" else f"only {allowed}",
        "positions": plural(fields.get("count", 0), "position"),
        "calls": plural(fields.get("count", 0), "call"),
        "numbered_lines": f"line{'s' if len(lines) > 1 else ''} {', '.join(lines)}",
        "with_message": f": {fields['message']}" if fields.get("message") else "",
        "when": f" when it is {mark}'s turn" if mark else "",
        "shared": f" (these functions share {fields['helpers']}: look there first)" if fields.get("helpers") else "",
        "are": "are" if len(str(fields.get("causes")).split()) > 1 else "is",
    }
    return Finding(name, tuple(sorted(fields.items())), WORDS[name].format_map({**extra, **fields}))


def first_findings(findings: list[Finding], most: int) -> list[Finding]:
    """Return the first `most` findings and, if there are more, a finding that says how many are left out."""
    more = len(findings) - most
    return [*findings[:most], finding("more", count=more)] if more > 0 else findings
