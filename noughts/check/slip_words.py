"""The words of the slips: code that Python accepts but that does not do what beginners expect (slips.py)."""

SLIP_WORDS = {
    "not_raised": "line {line} only creates an exception: write  raise {code}",
    "compares_only": "line {line} compares and does nothing with the result: == compares, = assigns",
    "always_true": "on line {line}, {code} is always true, because {mark} alone counts as true: repeat the comparison "
    "for {mark}",
    "counts_rows": "line {line} counts {mark} in {board}, which is a list of rows, not of cells: count in each row",
    "case_captures": "on line {line}, case {name} matches every value, because a plain name in a case is a new "
    "variable: use if and == instead of match",
    "empty_dict": "on line {line}, {{}} is an empty dict, which never equals a set: write  not {other}",
    "unknown_mark": "line {line} compares with {text!r}, but a cell is 'X', 'O' or None",
    "first_round_only": "the loop on line {line} never starts a second iteration: line {last} returns in the first",
    "key_ignores": "on line {line}, the key function does not use {name}, so it returns the same for every {name}",
    "zero_is_false": "line {line} treats a score of 0 as no score, because 0 counts as false: write  {name} is None",
    "never_reset": "line {line} sets {name} before the loop on line {loop}, so each iteration continues with the old "
    "value: set {name} inside that loop",
    "overwritten_flag": "each iteration of the loop on line {loop} sets {name} again (line {line}), so only the last "
    "iteration counts",
    "overwritten_target": "line {line} overwrites {name}, the move that the loop on line {loop} is trying: use another "
    "name",
    "shared_default": "the default value of {name} in {inside} (line {line}) is created only once: all calls share it",
    "late_start": "line {line} sets {name} again in each iteration of the loop on line {loop}, so only the last one "
    "counts: set it before the loop",
    "zero_start": "line {line} starts {name} at 0, so only a move with a score {side} 0 is ever chosen",
    "unused_move": "the loop on line {line} never uses {name}, so it tries no move: search result(board, {name})",
    "shallow_copy": "on line {line}, {code} copies only the outer list, so both boards share their rows: "
    "copy each row too, as in  [row[:] for row in board]",
    "keeps_reply": "line {line} keeps {name}, the move that the call returned, instead of {move}, the "
    "move that the loop tries",
    "first_equal_row": "on line {line}, {board}.index({row}) finds the first item that equals {row}, so equal items "
    "get the same number: use enumerate({board})",
    "exchanged_names": "line {line} passes {one} and {two} to {name} in the wrong order: compare with its parameters",
    "unused_board": "line {line} makes the board {name}, but nothing uses it: search {name}, not the board before "
    "the move",
    "unused_side": "{inside} never uses its parameter {name} (line {line}): does it treat both sides alike?",
    "outer_board": "line {line} looks at {board}, the board that the search began with, and not at {own}, the board "
    "that {inside} was given",
    "overwritten_choice": "line {line} sets {name} at every depth of the search, so it ends up with a move from deeper "
    "down: set it only in the first call",
    "not_taken_back": "line {line} can skip line {back}, which takes the move back, so the mark stays on the board: "
    "take the move back first",
    "turn_by_depth": "line {line} takes whose turn it is from {name}, which is right only if X began the search: use "
    "player(board)",
    "depth_limit": "line {line} limits the search by comparing {name} with {limit}, but a game can take nine moves",
    "depth_in_score": "line {line} scores a finished game as {code}, so {name} can outweigh a win: scale the value "
    "first, as in  10 * {value}",
    "depth_too_large": "on line {line}, {code} is no longer above 0 when {name} reaches {start}, but a game can take "
    "nine moves: start from a larger number",
    "overwritten_count": "line {line} sets {name} again for each iteration of the loop on line {loop}, so only the "
    "last one counts: add to it with +=",
    "reset_count": "line {line} sets {name} to 0 in each iteration of the loop on line {loop}, so only the last one "
    "counts: set it before that loop",
    "shared_item": "line {line} adds the same {name} in every iteration, because line {made} creates it before the "
    "loop: create it inside the loop",
    "growing_depth": "line {line} adds to {name} for each move in turn, so later moves count as deeper: pass "
    "{name} + 1 instead",
    "repeated_cell": "line {line} lists {code} for the second time, and {cell} is missing",
    "used_up": "{name} (line {line}) comes from {maker}, so it can be looped over only once, and line {again} finds "
    "nothing left: write  list(...)",
    "shared_bounds": "line {line} narrows {name}, which all calls share, so it is still narrow in the next branch: "
    "pass alpha and beta as parameters",
    "wrong_line": "line {line} lists {code}, which is not a row, column or diagonal",
    "overwritten_board": "line {line} overwrites {name}, so the loop on line {loop} tries the next move on the changed "
    "board: use another name",
    "zips_one": "on line {line}, zip({name}) puts each row alone into a tuple: for columns, write  zip(*{name})",
    "adds_parts": "on line {line}, update adds each element of {code} separately: write  add({code})",
    "unused_result": "line {line} calls {name} and ignores its result: is  return  missing?",
    "or_of_marks": "on line {line}, {code} is just {first}: compare with each mark separately",
    "any_winner": "line {line} is true whoever has won: compare with {mark}",
    "last_compared": "line {line} compares only the last cell ({last}): in the others, any mark will do",
    "else_counts": "line {line} also counts empty cells, because else covers every other value: check for {mark}",
    "asks_turn": "line {line} calls player, which says whose turn it is, not who has won",
    "read_otherwise": "Python reads line {line} as ({first}) or {last}: put the two comparisons that belong together "
    "in parentheses",
    "keeps_values": "line {line} keeps values in {name} for later calls: the key must contain everything that a value "
    "depends on",
    "keeps_bounds": "line {line} keeps alpha-beta values in {name} for later calls: after a cutoff, a value is only "
    "a bound, which may be wrong for another alpha and beta",
    "keeps_state": "line {line} changes {name}, which keeps its value for later calls",
}
