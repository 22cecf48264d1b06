"""Rows: calls that are sent to a worker together in one line, with the right answers."""

import random
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

from noughts.check.questions import INITIAL_STATE, Question, ask
from noughts.game.rules import FREE, Position

# How many random orders of the calls on one position there are.
SHUFFLES = 64
# About how many calls plain minimax makes, by free cells: the measure of progress.
PLAIN_CALLS = (1, 2, 4, 11, 35, 150, 800, 6_500, 59_000, 550_000)


class Row(NamedTuple):
    """Calls in one line. `right` is the only right answer to the line; it is empty if there are several."""

    line: str
    right: str
    size: int  # the number of questions
    make: Callable[[], Sequence[Question]]
    weight: int = 0  # about how long it takes
    counts_for: str = ""  # the function, in a pass over all questions about it

    @property
    def questions(self) -> Sequence[Question]:
        """The questions, in order. Only wrong answers need them, so they are made when asked for."""
        return self.make()


def questions_row(questions: Sequence[Question]) -> Row:
    """Return the questions in one line."""
    line = " ".join(["row", *(f"{question.position} {question.word}" for question in questions)])
    return Row(line, ";".join([q.text for q in questions]), len(questions), lambda: questions, len(questions))


def single_row(question: Question) -> Row:
    """Return one question in a line."""
    if question.function == "minimax":
        return minimax_row(question.position)
    return (
        Row("walk", question.text, 1, lambda: [question], 1) if question == INITIAL_STATE else questions_row([question])
    )


def minimax_row(position: Position) -> Row:
    """Return the question about minimax on that position; it may have several right answers."""
    questions = ask("minimax", position)
    return Row(f"row {position} minimax", "", 1, lambda: questions, PLAIN_CALLS[position.count(FREE)])


class Shuffle:
    """Random orders of the same words, a few of them, so that many rows are made fast.

    All of the `first` words are in each order, and as many as `sampled` of the others, or all.
    """

    def __init__(self, words: Sequence[str], chance: random.Random, first: int = 0, sampled: int | None = None) -> None:
        rest = range(first, len(words))
        sampled = len(rest) if sampled is None else sampled
        self._orders = [[*range(first), *chance.sample(rest, sampled)] for _ in range(SHUFFLES)]
        for order in self._orders:
            chance.shuffle(order)
        self._words = [" ".join([words[number] for number in order]) for order in self._orders]
        self._choose = [itemgetter(*order) for order in self._orders]
        self._chance = chance

    def row(self, command: str, position: Position, texts: Sequence[str], make: Callable[[], list[Question]]) -> Row:
        """Return the questions about a position, which `make` makes, in random order; `texts` are the right answers."""
        number = self._chance.randrange(SHUFFLES)
        choose, size = self._choose[number], len(self._orders[number])
        line = f"{command} {position} {self._words[number]}"
        return Row(line, ";".join(choose(texts)), size, lambda: choose(make()), size)
