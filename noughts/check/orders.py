"""The orders in which a submission is asked the questions, each in a new process. docs/checking.md lists them.

    pass        rows of questions (rows.py) in one order, asked in a new process, or in several that share the rows

The answers of a file that keeps no state do not depend on the order. One pass over minimax is then enough, and several
processes can share it.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from noughts.check import questions
from noughts.check.codec import encode_action
from noughts.check.questions import INITIAL_STATE, Question, ask, is_over, positions
from noughts.check.rows import PLAIN_CALLS, Row, Shuffle, minimax_row, questions_row, single_row
from noughts.game.notation import cell_text
from noughts.game.rules import CLASSIC, FREE, Position

# The number of calls that are sent in one line, for functions other than result and minimax.
ROW_CALLS = 15
# The number of random games on the file's own boards, and of whole games in which minimax is called.
WALKS, GAMES_FROM_START = 150, 6
# The number of other random games, and how many moves are made in each before minimax is called on its positions.
RANDOM_LINES, RANDOM_LINES_FROM = 60, 3
# In the mixed order, minimax is called on positions with at most this many free cells.
MIXED_FREE_CELLS = 5
# The number of actions with which result is called on each position, in the mixed order and in a quick check.
MIXED_ACTIONS, QUICK_ACTIONS = 4, 6
# The approximate number of positions on which result gets each action of FAR_OUTSIDE.
OUTSIDE_POSITIONS = 12
# The number of random games in which minimax is called too, and the largest number of free cells in these calls.
PLAYED_WALKS, PLAYED_FREE_CELLS = 30, 7
# A quick check has the mixed order of every third position, and a third of the walks.
QUICK_SHARE = 3


class Pass(NamedTuple):
    """One order of questions. `rows` gets the answers so far, which an interactive pass needs, and returns the rows."""

    name: str
    function: str | None  # the function that the pass is about; None if it is about several
    rows: Callable[[Mapping[Question, str]], Iterable[Row]]
    weight: int  # about how long it takes, in calls of a simple function
    is_complete: bool = False  # whether it asks all questions about its functions; about minimax, all in the sample
    is_divisible: bool = False  # whether several processes may share it
    is_interactive: bool = False  # whether its rows depend on the answers to earlier ones


def passes(quick: bool, seed: int, stateless: bool) -> list[Pass]:
    """Return the passes for a file; those over minimax come last, because they can take a long time.

    `stateless` says that the file keeps no state: then one pass over minimax is enough.
    """
    return [*rule_passes(quick, seed), *minimax_passes(quick, seed, stateless)]


def rule_passes(quick: bool, seed: int) -> list[Pass]:
    """Return the passes over the functions besides minimax: one in a quick check, else several.

    First each function alone, the one with the most questions first; then all of them mixed; then random games.
    """
    if quick:
        return [Pass("quick", None, lambda answers: quick_rows(seed), 40_000)]
    counts = Counter(name for position in positions() for name in questions.quick_functions(position))
    counts["result"] *= len(questions.ACTIONS)

    def alone(name: str) -> Pass:
        return Pass("alone", name, lambda answers: alone_rows(name, seed), counts[name], is_complete=True)

    return [
        *(alone(name) for name, _ in counts.most_common()),
        Pass("mixed", None, lambda answers: mixed_rows(seed, positions()), 8 * len(positions()), is_complete=True),
        Pass("walks", None, lambda answers: walk_rows(seed, WALKS), 40 * WALKS),
    ]


def quick_rows(seed: int) -> Iterator[Row]:
    """Yield the rows of a quick check besides minimax: each function alone, then parts of the mixed order and walks."""
    for name in ("result", "utility", "terminal", "winner", "actions", "player"):
        yield from alone_rows(name, seed, quick=True)
    yield from mixed_rows(seed, positions()[::QUICK_SHARE])
    yield from walk_rows(seed, WALKS // QUICK_SHARE)


def minimax_passes(quick: bool, seed: int, stateless: bool) -> list[Pass]:
    """Return the passes over minimax: one for a file that keeps no state, else five, or two in a quick check."""
    sample = minimax_sample(quick, seed)
    small = [position for position in sample if position.count(FREE) <= MIXED_FREE_CELLS]
    weight, games = sum(PLAIN_CALLS[position.count(FREE)] for position in sample), 3 if quick else GAMES_FROM_START
    if stateless:
        return [Pass("any order", "minimax", lambda answers: minimax_rows(balanced(sample)), weight, True, True)]
    several = [
        Pass("rising", "minimax", lambda answers: minimax_rows(rising(sample)), weight, True),
        Pass("falling", "minimax", lambda answers: minimax_rows(falling(sample)), weight, True),
        Pass("games", "minimax", lambda answers: game_rows(seed, games, answers), games * PLAIN_CALLS[9],
             is_interactive=True),
        Pass("mixed minimax", "minimax", lambda answers: mixed_rows(seed, small, with_minimax=True), 50 * len(small)),
        Pass("played games", None, lambda answers: walk_rows(seed, PLAYED_WALKS, PLAYED_FREE_CELLS),
             2 * PLAYED_WALKS * PLAIN_CALLS[PLAYED_FREE_CELLS]),
    ]  # fmt: skip
    return several[1:3] if quick else several


def minimax_sample(quick: bool, seed: int) -> list[Position]:
    """Return the positions on which to call minimax, in random order; if `quick`, one of each symmetry class."""
    chance = random.Random(seed)
    sample = [chance.choice(members) for members in questions.classes().values()] if quick else list(positions())
    chance.shuffle(sample)
    return sample


def rising(sample: list[Position]) -> list[Position]:
    """Return the positions by number of free cells, the fewest first."""
    return sorted(sample, key=lambda position: position.count(FREE))


def falling(sample: list[Position]) -> list[Position]:
    """Return the positions by number of free cells, the most first, after two unfinished ones with one free cell.

    On these two, a search that never ends is found after seconds, not after minutes.
    """
    order = rising(sample)[::-1]
    quickest = [position for position in reversed(order) if position.count(FREE) == 1 and not is_over(position)][:2]
    return [*quickest, *(position for position in order if position not in quickest)]


def balanced(sample: list[Position]) -> list[Position]:
    """Return the positions with at most six free cells, then the others, the most free cells first.

    In this order, faults are found soon, and processes that share the pass end at about the same time.
    """
    return sorted(sample, key=lambda position: -free if (free := position.count(FREE)) > 6 else -10)


def minimax_rows(order: list[Position]) -> Iterator[Row]:
    """Yield a row with a call of minimax for each position, and at the end a row with a call of initial_state."""
    for position in order:
        yield minimax_row(position)._replace(counts_for="minimax")
    yield single_row(INITIAL_STATE)


def shuffled(seed: int, name: str) -> list[Position]:
    """Return all positions in a random order that depends on the seed and the name."""
    order = list(positions())
    random.Random(f"{seed} {name}").shuffle(order)
    return order


def alone_rows(name: str, seed: int, quick: bool = False) -> Iterator[Row]:
    """Yield rows with all questions about a function, on positions in random order.

    If `quick`, result is called with QUICK_ACTIONS actions on each position. In any case, it is also called with each
    action of FAR_OUTSIDE on a few positions.
    """
    order = [position for position in shuffled(seed, name) if name in questions.quick_functions(position)]
    if name == "result":
        words = [question.word for question in ask(name, CLASSIC.start)]
        shuffle = Shuffle(words, random.Random(seed), sampled=QUICK_ACTIONS if quick else None)
        for position in order:
            row = shuffle.row("row", position, questions.result_texts(position), partial(ask, name, position))
            yield row._replace(counts_for=name)
        for number, action in enumerate(questions.FAR_OUTSIDE):
            sample = order[number :: len(order) // OUTSIDE_POSITIONS]
            row = questions_row([questions.outside_question(position, action) for position in sample])
            yield row._replace(counts_for=name)
    else:
        for first in range(0, len(order), ROW_CALLS):
            yield alone_row(name, order[first : first + ROW_CALLS])


def alone_row(name: str, some: Sequence[Position]) -> Row:
    """Return a row with a call of a function on each position; the questions are made only if they are needed."""
    line = " ".join(["row", *(f"{position} {name}" for position in some)])
    right = ";".join([questions.quick_text(name, position) for position in some])
    return Row(line, right, len(some), lambda: [ask(name, each)[0] for each in some], len(some), counts_for=name)


def mixed_rows(seed: int, sample: Sequence[Position], with_minimax: bool = False) -> Iterator[Row]:
    """Yield a row for each position, in random order: calls of all functions but minimax, in random order.

    result is called with MIXED_ACTIONS actions only. On every second position, all calls share a board.
    If `with_minimax`, also call minimax on each position, and initial_state now and then.
    """
    chance = random.Random(seed)
    open_words = [question.word for question in questions.quick_questions(CLASSIC.start)]
    open_shuffle = Shuffle(open_words, chance, len(open_words) - len(questions.ACTIONS), MIXED_ACTIONS)
    finished_shuffle = Shuffle(questions.QUICK_FINISHED, chance)
    for number, position in enumerate(chance.sample(sample, len(sample))):
        shuffle, texts = finished_shuffle if is_over(position) else open_shuffle, questions.quick_texts(position)
        yield shuffle.row(("row", "kept")[number % 2], position, texts, partial(questions.quick_questions, position))
        if with_minimax:
            yield minimax_row(position)
            if number % 50 == 0:
                yield single_row(INITIAL_STATE)


def random_line(chance: random.Random) -> Iterator[Position]:
    """Yield the positions of a random game, the empty board first."""
    position = CLASSIC.start
    yield position
    while not is_over(position):
        position = CLASSIC.after(position, chance.choice(CLASSIC.free(position)))
        yield position


def walk_rows(seed: int, walks: int, minimax_free_cells: int = -1) -> Iterator[Row]:
    """Yield a row for each random game, played on the boards that initial_state and result return.

    On each board, the functions that `quick_functions` returns are called in random order, except result, which makes
    the next move. On a board with at most `minimax_free_cells` free cells, minimax is then called twice, and the
    functions before it are called once more.
    """
    chance = random.Random(seed)
    for _ in range(walks):
        words, asked, weight = ["walk"], [INITIAL_STATE], 0
        before: Position | None = None
        for position in random_line(chance):
            if before is not None:
                cell = next(cell for cell in CLASSIC.cells if before[cell] != position[cell])
                words.append(cell_text(CLASSIC, cell))
                asked.append(ask("result", before)[cell])
            names = [name for name in questions.quick_functions(position) if name != "result"]
            chance.shuffle(names)
            if position.count(FREE) <= minimax_free_cells:
                weight += 2 * PLAIN_CALLS[position.count(FREE)]
                names += ["minimax", "minimax", *chance.sample(names, len(names))]
            words += names
            asked += [ask(name, position)[0] for name in names]
            before = position
        right = "" if weight else ";".join([question.text for question in asked])  # minimax may have several
        yield Row(" ".join(words), right, len(asked), partial(tuple, asked), len(asked) + weight)


def game_rows(seed: int, games: int, answers: Mapping[Question, str]) -> Iterator[Row]:
    """Yield rows that call minimax: in games against itself, against random moves, and on positions of random games."""
    chance = random.Random(seed)
    for number in range(games):
        own = ("XO", "X", "O")[number % 3]
        position = CLASSIC.start
        while True:
            cells = CLASSIC.free(position)
            if CLASSIC.to_move(position) in own or is_over(position):
                yield minimax_row(position)
                answer = answers.get(ask("minimax", position)[0])
                cells = [cell for cell in cells if encode_action(cell) == answer] or cells
            if is_over(position):
                break
            position = CLASSIC.after(position, chance.choice(cells))
    for _ in range(RANDOM_LINES):
        yield from map(minimax_row, list(random_line(chance))[RANDOM_LINES_FROM:])
