"""Find similar files by fingerprints of their syntax. An index avoids comparing all pairs of files.

    token         a piece of syntax, e.g. "For" or "range"; names and easily rewritten forms do not matter (tokens.py)
    gram          GRAM tokens in a row inside one function, so that the order of functions does not matter
    fingerprint   the smallest hash of WINDOW grams in a row (winnowing); files that share a long passage share several
    common        in the starter or in many files; a common fingerprint is no sign of copying
    rare          in no file but the two of a pair; files that share many rare fingerprints look copied
    identical     with the same tokens in each function, in any order of functions; identical files have the same hash

Code outside functions is not compared. A group of identical files is compared with other files only once.
"""

import ast
import warnings
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain, product

from noughts.course.grading.tokens import tokens_of

GRAM = 16
WINDOW = 6
# A fingerprint is common if it is in more than this share of all files. As a number of files, the share is kept between
# the two limits below.
COMMON_SHARE = 0.1
COMMON_FILES_MIN, COMMON_FILES_MAX = 4, 60
# A file with fewer fingerprints than this, not counting common ones, is too short to be compared.
OWN_MIN = 12
# Two files are a pair if at least this percentage of each is in the other, even if the code is common. But code in
# the starter or in more than COMMON_FILES_MAX files never counts.
SAME_BOTH = 60
# Fingerprints are indexed in parts, so that a large course needs little memory; the number of parts is limited because
# all files are searched once for each part.
VALUES_AT_ONCE, PARTS_MAX = 20_000, 64


@dataclass(frozen=True)
class Fingerprints:
    """The fingerprints of a file, each with its first and last line, and one hash of all functions of the file."""

    lines: dict[int, tuple[int, int]]
    whole: bytes


@dataclass(frozen=True, slots=True)
class SimilarPair:
    """Two files, the percentage of each that is also in the other, and how many rare fingerprints they share."""

    first: str
    second: str
    of_first: float
    of_second: float
    rare: int = 0

    def of(self, name: str) -> float:
        """Return the percentage of the file `name` that is also in the other file."""
        return self.of_first if name == self.first else self.of_second

    @property
    def most(self) -> float:
        """The larger of the two percentages."""
        return max(self.of_first, self.of_second)


def parsed(data: bytes) -> ast.Module | None:
    """Return the syntax tree of a program; None if it cannot be parsed."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(data)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def fingerprints(data: bytes) -> Fingerprints | None:
    """Return a file's fingerprints; None if it cannot be parsed."""
    tree = parsed(data)
    if tree is None:
        return None
    lines: dict[int, tuple[int, int]] = {}
    hashes = []
    for function in functions(tree):
        tokens = list(tokens_of(function))
        words = [word for word, _ in tokens]
        hashes.append(blake2b(" ".join(words).encode(), digest_size=16).digest())
        for at, value in winnowed(words):
            span = [line for _, line in tokens[at : at + GRAM] if line]
            lines[value] = (min(span, default=0), max(span, default=0))
    return Fingerprints(lines, blake2b(b"".join(sorted(hashes)), digest_size=16).digest())


def functions(tree: ast.Module) -> list[ast.AST]:
    """Return the functions and methods of a file. A function inside another function is part of the outer one."""
    outermost: list[ast.AST] = []
    waiting: list[ast.AST] = [tree]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            (outermost if is_function else waiting).append(node)
    return outermost


def winnowed(words: list[str]) -> Iterable[tuple[int, int]]:
    """Yield, for each gram that winnowing selects, the index of its first token and the hash of the gram."""
    count = len(words) - GRAM + 1
    if count < 1:
        return
    hashes = [
        int.from_bytes(blake2b(" ".join(words[at : at + GRAM]).encode(), digest_size=8).digest(), "big")
        for at in range(count)
    ]
    last = -1
    for start in range(max(1, count - WINDOW + 1)):
        window = hashes[start : start + WINDOW]
        at = start + len(window) - 1 - window[::-1].index(min(window))
        if at != last:
            last = at
            yield at, hashes[at]


class Index:
    """Finds the pairs of similar files among the files of a course and of another year."""

    def __init__(self, starter: bytes | None = None) -> None:
        handed_out = fingerprints(starter) if starter else None
        self._starter = set(handed_out.lines) if handed_out else set()
        self._values: dict[str, array[int]] = {}  # the fingerprints of each file, packed to save memory
        self._identical: dict[bytes, list[str]] = defaultdict(list)  # groups of identical files, by their hash
        self.old: set[str] = set()  # the files of another year

    def add(self, name: str, data: bytes, is_old: bool = False) -> None:
        """Add a file if it can be parsed. An old file (of another year) is not compared with other old files."""
        prints = fingerprints(data)
        if prints is not None:
            self._identical[prints.whole].append(name)
            self._values[name] = array("Q", sorted(prints.lines))
            if is_old:
                self.old.add(name)

    def common(self) -> set[int]:
        """Return the common fingerprints: the starter's, and those in many files."""
        return self._in_more_than(min(COMMON_FILES_MAX, max(COMMON_FILES_MIN, COMMON_SHARE * len(self._identical))))

    def pairs(self, threshold: float) -> list[SimilarPair]:
        """Return the pairs in which at least `threshold` % of one file is also in the other, the most similar first.

        Common fingerprints do not count. But two files that are mostly the same are a pair even if their code is
        common, because in a small class the code of a few copies is common.
        """
        mostly_same = self._similar(self._in_more_than(COMMON_FILES_MAX), 0, max(SAME_BOTH, threshold))
        similar = self._similar(self.common(), threshold, 0)
        pairs = {
            (pair.first, pair.second): pair
            for pair in chain(mostly_same, similar, self._same())
            if not {pair.first, pair.second} <= self.old
        }
        return sorted(self._with_rare(pairs.values()), key=lambda pair: (-pair.most, pair.first, pair.second))

    def _with_rare(self, pairs: Collection[SimilarPair]) -> Iterable[SimilarPair]:
        """Yield each pair with the number of rare fingerprints its files share. Identical files count as one file."""
        shared = {pair: set(self._values[pair.first]) & set(self._values[pair.second]) for pair in pairs}
        wanted = set[int]().union(*shared.values()) - self._starter
        files = Counter(value for name in self._groups() for value in self._values[name] if value in wanted)
        for pair, values in shared.items():
            yield replace(pair, rare=sum(value in wanted and files[value] <= 2 for value in values))

    def _groups(self) -> dict[str, list[str]]:
        """Return the groups of identical files, groups of one included, by the alphabetically first file of each.

        These files are in alphabetical order.
        """
        return dict(sorted((min(names), names) for names in self._identical.values()))

    def _in_more_than(self, limit: float) -> set[int]:
        """Return the fingerprints in the starter or in more than `limit` files. Identical files count as one file."""
        return {value for value, files in self._shared([*self._groups()]) if len(files) > limit} | self._starter

    def _shared(self, names: list[str]) -> Iterable[tuple[int, list[int]]]:
        """Yield each fingerprint that several files share, with the indexes of these files in `names`."""
        parts = min(PARTS_MAX, 1 + sum(len(self._values[name]) for name in names) // VALUES_AT_ONCE)
        width = (1 << 64) // parts + 1
        for low in range(0, 1 << 64, width):
            where: dict[int, list[int]] = defaultdict(list)
            for number, name in enumerate(names):
                values = self._values[name]
                for value in values[bisect_left(values, low) : bisect_left(values, low + width)]:
                    where[value].append(number)
            yield from (item for item in where.items() if len(item[1]) > 1)

    def _similar(self, ignored: set[int], least_of_one: float, least_of_both: float) -> Iterable[SimilarPair]:
        """Yield the pairs that share at least `least_of_one` % of one file and `least_of_both` % of each file.

        Fingerprints in `ignored` do not count. Files with fewer than OWN_MIN other fingerprints are skipped.
        """
        identical = self._groups()
        own = {name: sum(value not in ignored for value in self._values[name]) for name in identical}
        names = [name for name, count in own.items() if count >= OWN_MIN]
        groups = (files for value, files in self._shared(names) if value not in ignored)
        for first, second, count in counted(len(names), groups):
            a, b = names[first], names[second]
            of_a, of_b = 100 * count / own[a], 100 * count / own[b]
            if max(of_a, of_b) >= least_of_one and min(of_a, of_b) >= least_of_both:
                for one, two in product(paired_files(identical[a]), paired_files(identical[b])):
                    yield ordered(one, two, of_a, of_b)

    def _same(self) -> Iterable[SimilarPair]:
        """Yield the pairs of identical files, if these have at least OWN_MIN fingerprints outside the starter.

        If more than COMMON_FILES_MAX files are identical, pair only the first with each of the others.
        """
        for names in self._identical.values():
            beyond_starter = set(self._values[names[0]]) - self._starter
            if len(beyond_starter) >= OWN_MIN:
                for number, first in enumerate(paired_files(names), 1):
                    for second in names[number:]:
                        yield ordered(first, second, 100.0, 100.0)


def paired_files(names: list[str]) -> list[str]:
    """Return which of the identical files to pair: all, but only the first if there are more than COMMON_FILES_MAX."""
    return names if len(names) <= COMMON_FILES_MAX else names[:1]


def counted(count: int, groups: Iterable[list[int]]) -> Iterable[tuple[int, int, int]]:
    """Yield each pair of numbers below `count` that share a group, and the number of groups that they share.

    Pairs are counted for one number at a time, because the counts of all pairs together could fill the memory.
    """
    members, ends = array("I"), array("I")
    groups_of = [array("I") for _ in range(count)]
    for group in groups:
        for number in group:
            groups_of[number].append(len(ends))
        members.extend(group)
        ends.append(len(members))
    for first, its in enumerate(groups_of):
        together: Counter[int] = Counter()
        for at in its:
            start, end = ends[at - 1] if at else 0, ends[at]
            together.update(members[bisect_right(members, first, start, end) : end])
        yield from ((first, second, times) for second, times in together.items())


def ordered(first: str, second: str, of_first: float, of_second: float) -> SimilarPair:
    """Return a pair with its names in alphabetical order and its percentages rounded."""
    (one, of_one), (two, of_two) = sorted(((first, of_first), (second, of_second)))
    return SimilarPair(one, two, round(of_one, 1), round(of_two, 1))


def clusters(pairs: Iterable[SimilarPair]) -> list[list[str]]:
    """Return the groups of files that are connected by pairs, the largest group first."""
    group_of: dict[str, list[str]] = {}
    for pair in pairs:
        groups = [group_of.setdefault(name, [name]) for name in (pair.first, pair.second)]
        smaller, larger = sorted(groups, key=len)
        if smaller is not larger:
            larger.extend(smaller)
            group_of.update(dict.fromkeys(smaller, larger))
    distinct = {id(group): group for group in group_of.values()}
    return sorted(map(sorted, distinct.values()), key=lambda group: (-len(group), group))
