"""Rows: calls that are sent to a worker in one line, with the right answers."""

import random
from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

from noughts.check.questions import INITIAL_STATE, Question, ask
from noughts.game.rules import FREE, Position

# The number of random orders that a Shuffle chooses from.
SHUFFLES = 64
# The approximate number of calls of a search without pruning, by the number of free cells: the weight of a call of
# minimax.
PLAIN_CALLS = (1, 2, 4, 11, 35, 150, 800, 6_500, 59_000, 550_000)


class Row(NamedTuple):
    """Calls in one line. `right` is the right answer to the line, empty if several answers may be right."""

    line: str
    right: str
    size: int  # the number of questions
    make: Callable[[], Sequence[Question]]
    weight: int = 0  # about how long it takes, in calls of a simple function
    counts_for: str = ""  # the function for which the questions are counted; "" if they are not counted

    @property
    def questions(self) -> Sequence[Question]:
        """The questions, in order. They are made on demand, because most rows never need them."""
        return self.make()


def questions_row(questions: Sequence[Question]) -> Row:
    """Return a row of questions, each on a new board."""
    line = " ".join(["row", *(f"{question.position} {question.word}" for question in questions)])
    return Row(line, ";".join([q.text for q in questions]), len(questions), lambda: questions, len(questions))


def single_row(question: Question) -> Row:
    """Return a row of one question."""
    if question.function == "minimax":
        return minimax_row(question.position)
    if question == INITIAL_STATE:
        return Row("walk", question.text, 1, lambda: [question], 1)
    return questions_row([question])


def minimax_row(position: Position) -> Row:
    """Return a row with one call of minimax on the position."""
    questions = ask("minimax", position)
    return Row(f"row {position} minimax", "", 1, lambda: questions, PLAIN_CALLS[position.count(FREE)])


class Shuffle:
    """SHUFFLES random orders of the same words, made once so that many rows can be made fast.

    Each order contains the first `first` words and `sampled` of the others (by default all), shuffled together.
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
        """Return a row in one of the orders; `command` is "row" or "kept" (sandbox/calls.py).

        `make` returns the questions about all words, and `texts` are the right answers to them.
        """
        number = self._chance.randrange(SHUFFLES)
        choose, size = self._choose[number], len(self._orders[number])
        line = f"{command} {position} {self._words[number]}"
        return Row(line, ";".join(choose(texts)), size, lambda: choose(make()), size)
