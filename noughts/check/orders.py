"""The orders in which a submission is asked, each in a process of its own. docs/checking.md lists them.

    pass        rows of questions (rows.py) in one order, for one new process

A file that keeps no state cannot tell one order from another; then one pass of minimax is enough, and it can be split
among several processes.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from noughts.check.codec import encode_board
from noughts.check.questions import (
    ACTIONS,
    INITIAL_STATE,
    QUICK_FINISHED,
    QUICK_OPEN,
    Question,
    ask,
    classes,
    is_over,
    positions,
    quick_questions,
    quick_texts,
    result_texts,
)
from noughts.check.rows import PLAIN_CALLS, Row, Shuffle, minimax_row, questions_row, single_row
from noughts.game.notation import row_column
from noughts.game.rules import CLASSIC, FREE, Position

# How many calls of one function are sent in one line, unless they are calls of result or minimax.
ROW_CALLS = 15
# Whole games: on the file's own boards, from the start by minimax, and along random lines from the third move on.
WALKS = 150
GAMES_FROM_START = 6
RANDOM_LINES, RANDOM_LINES_FROM = 60, 3
# In the mixed order, minimax is asked where at most this many cells are free.
MIXED_FREE_CELLS = 5
# In the mixed order, result is asked about this many actions of a position.
MIXED_ACTIONS = 4
# In a quick check, result is asked about this many actions of each position.
QUICK_ACTIONS = 6
# A quick check asks this part of the positions in the mixed order, and plays this part of the walks.
QUICK_SHARE = 3


class Pass(NamedTuple):
    """One order of questions. `rows` makes the rows; an interactive one looks at the answers to its earlier rows."""

    name: str
    function: str | None  # the only function that is asked, if it is one
    rows: Callable[[Mapping[Question, str]], Iterable[Row]]
    weight: int  # about how long it takes
    is_complete: bool = False  # whether it asks all questions about its functions; for minimax, about the sample
    is_divisible: bool = False
    is_interactive: bool = False


def passes(quick: bool, seed: int, stateless: bool) -> list[Pass]:
    """Return the passes for a file, those about minimax last, because they may take long."""
    return [*rule_passes(quick, seed), *minimax_passes(quick, seed, stateless)]


def rule_passes(quick: bool, seed: int) -> list[Pass]:
    """Return the passes over all functions but minimax, the longest first; a quick check has one for all of them."""
    finished = sum(map(is_over, positions()))
    counts = {name: len(positions()) for name in ("winner", "terminal")} | {"utility": finished}
    counts |= {name: len(positions()) - finished for name in ("actions", "player")}
    counts["result"] = len(ACTIONS) * counts["player"]
    if quick:
        return [Pass("quick", None, lambda answers: quick_rows(seed), 40_000)]

    def alone(name: str) -> Pass:
        return Pass("alone", name, lambda answers: alone_rows(name, seed), counts[name], is_complete=True)

    return [
        *(alone(name) for name in sorted(counts, key=lambda name: -counts[name])),
        Pass("mixed", None, lambda answers: mixed_rows(seed, positions()), 8 * len(positions()), is_complete=True),
        Pass("walks", None, lambda answers: walk_rows(seed, WALKS), 40 * WALKS),
    ]


def quick_rows(seed: int) -> Iterator[Row]:
    """Yield the questions of a quick check: one function after the other, then a part of the mixed order and walks."""
    for name in ("result", "utility", "terminal", "winner", "actions", "player"):
        yield from alone_rows(name, seed, quick=True)
    yield from mixed_rows(seed, positions()[::QUICK_SHARE])
    yield from walk_rows(seed, WALKS // QUICK_SHARE)


def minimax_passes(quick: bool, seed: int, stateless: bool) -> list[Pass]:
    """Return the passes over minimax: one for a file that keeps no state, else several; fewer in a quick check."""
    sample = minimax_sample(quick, seed)
    small = [position for position in sample if position.count(FREE) <= MIXED_FREE_CELLS]
    weight, games = sum(PLAIN_CALLS[position.count(FREE)] for position in sample), 3 if quick else GAMES_FROM_START
    if stateless:
        return [Pass("any order", "minimax", lambda answers: minimax_rows(balanced(sample)), weight, True, True)]
    falling = Pass("falling", "minimax", lambda answers: minimax_rows(falling_order(sample)), weight, True)
    if quick:
        return [falling, Pass("games", "minimax", lambda answers: game_rows(seed, games, answers), weight,
                              is_interactive=True)]  # fmt: skip
    return [
        Pass("rising", "minimax", lambda answers: minimax_rows(rising(sample)), weight, True),
        falling,
        Pass("games", "minimax", lambda answers: game_rows(seed, games, answers), games * PLAIN_CALLS[9],
             is_interactive=True),
        Pass("mixed minimax", "minimax", lambda answers: mixed_rows(seed, small, with_minimax=True), 50 * len(small)),
    ]  # fmt: skip


def minimax_sample(quick: bool, seed: int) -> list[Position]:
    """Return the positions to ask minimax about, in random order; if `quick`, one of each class, turned anyhow."""
    chance = random.Random(seed)
    sample = [chance.choice(members) for members in classes().values()] if quick else list(positions())
    chance.shuffle(sample)
    return sample


def rising(sample: list[Position]) -> list[Position]:
    """Return the positions by number of free cells, the fewest first."""
    return sorted(sample, key=lambda position: position.count(FREE))


def falling_order(sample: list[Position]) -> list[Position]:
    """Return the positions by number of free cells, the most first; but first two open ones with one free cell.

    A search that never ends is found there after seconds, not after minutes.
    """
    order = rising(sample)[::-1]
    quickest = [position for position in reversed(order) if position.count(FREE) == 1 and not is_over(position)][:2]
    return [*quickest, *(position for position in order if position not in quickest)]


def balanced(sample: list[Position]) -> list[Position]:
    """Return the positions with at most six free cells first, then those that take longest first.

    Faults are then found soon, and several processes end at about the same time.
    """
    return sorted(sample, key=lambda position: -free if (free := position.count(FREE)) > 6 else -10)


def minimax_rows(order: list[Position]) -> Iterator[Row]:
    """Yield a row for each position, and at the end ask for a new board."""
    for position in order:
        yield minimax_row(position)._replace(counts_for="minimax")
    yield single_row(INITIAL_STATE)


def shuffled(seed: int, name: str) -> list[Position]:
    """Return all positions in an order of their own for every name."""
    order = list(positions())
    random.Random(f"{seed} {name}").shuffle(order)
    return order


def alone_rows(name: str, seed: int, quick: bool = False) -> Iterator[Row]:
    """Yield all questions about one function, in random order; if `quick`, some of the actions of each position."""
    order = [position for position in shuffled(seed, name) if name in asked_of(position)]
    if name == "result":
        words = [question.word for question in ask(name, CLASSIC.start)]
        shuffle = Shuffle(words, random.Random(seed), sampled=QUICK_ACTIONS if quick else None)
        for position in order:
            row = shuffle.row("row", position, result_texts(position), partial(ask, name, position))
            yield row._replace(counts_for=name)
    else:
        for first in range(0, len(order), ROW_CALLS):
            row = questions_row([ask(name, position)[0] for position in order[first : first + ROW_CALLS]])
            yield row._replace(counts_for=name)


def asked_of(position: Position) -> tuple[str, ...]:
    """Return the functions that are asked about a position, besides minimax."""
    return QUICK_FINISHED if is_over(position) else QUICK_OPEN


def mixed_rows(seed: int, some: Sequence[Position], with_minimax: bool = False) -> Iterator[Row]:
    """Yield quick questions about each position in random order, on new boards and on the same board in turns.

    With minimax, ask it about each position too, and now and then for a new board.
    """
    chance = random.Random(seed)
    result_words = [question.word for question in ask("result", CLASSIC.start)]
    open_words = [*QUICK_OPEN[:-1], *result_words]
    shuffles = {
        False: Shuffle(open_words, chance, len(QUICK_OPEN) - 1, MIXED_ACTIONS),
        True: Shuffle(QUICK_FINISHED, chance),
    }
    for number, position in enumerate(chance.sample(some, len(some))):
        make = partial(quick_questions, position)
        yield shuffles[is_over(position)].row(("row", "kept")[number % 2], position, quick_texts(position), make)
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


def walk_rows(seed: int, walks: int) -> Iterator[Row]:
    """Yield whole games that are played on the boards that the file itself returns."""
    chance = random.Random(seed)
    for _ in range(walks):
        words, questions, texts = ["walk"], [INITIAL_STATE], [INITIAL_STATE.text]
        before: Position | None = None
        for position in random_line(chance):
            if before is not None:
                cell = next(cell for cell in CLASSIC.cells if before[cell] != position[cell])
                move = ask("result", before)[cell]
                words.append("{},{}".format(*row_column(CLASSIC, cell)))
                questions.append(move)
                texts.append(encode_board(position))
            names = [name for name in asked_of(position) if name != "result"]
            chance.shuffle(names)
            for name in names:
                words.append(name)
                questions += ask(name, position)
                texts.append(ask(name, position)[0].text)
            before = position
        yield Row(" ".join(words), ";".join(texts), len(questions), partial(tuple, questions), len(questions))


def game_rows(seed: int, games: int, answers: Mapping[Question, str]) -> Iterator[Row]:
    """Yield the questions of whole games: against itself, as X and as O against random moves, and of random lines."""
    chance = random.Random(seed)
    for number in range(games):
        own = ("XO", "X", "O")[number % 3]
        position = CLASSIC.start
        while True:
            cells = CLASSIC.free(position)
            if CLASSIC.to_move(position) in own or is_over(position):
                yield minimax_row(position)
                cells = chosen_cells(position, answers.get(ask("minimax", position)[0], "")) or cells
            if is_over(position):
                break
            position = CLASSIC.after(position, chance.choice(cells))
    for _ in range(RANDOM_LINES):
        yield from map(minimax_row, list(random_line(chance))[RANDOM_LINES_FROM:])


def chosen_cells(position: Position, text: str) -> list[int]:
    """Return the cell of an answer of minimax, in a list; an empty list if it is not a possible move."""
    return [cell for cell in CLASSIC.free(position) if text == "(i{},i{})".format(*row_column(CLASSIC, cell))]
