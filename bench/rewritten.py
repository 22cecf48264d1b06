"""Measure which rewritten copies are found, and how many files that nobody copied are named, at each threshold.

A class has 30 files. In half of the classes with a copy, eight files are the solutions of tests/solutions, and one of
these is copied. All other files are generated. Every figure is measured as it was before the canonical form, and as it
is now.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from html import escape
from pathlib import Path
from unittest import mock

from bench import rewriting, submissions
from noughts.course.grading import rubric, similarity, tokens
from noughts.course.grading.similarity import Index, SimilarPair
from noughts.explain import svg

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "pictures" / "similarity.svg"
THRESHOLDS = (10, 20, 30, 40, 50, 60)
CLASS_SIZE = 30
COPIED_EACH = 8  # originals in a class, each of which is copied once with each trick
CLASSES = {"with hand-written": 3, "generated": 3, "without a copy": 20}  # how many of each kind
# The curves of the picture.
DRAWN = {"all": "#1561a8", "all, guards and steps": "#c2500a"}

Shares = list[float]  # one for each threshold, in %


@contextmanager
def as_before() -> Iterator[None]:
    """Return a context in which tokens come from the syntax as it is written, and grams (runs of tokens) have 14."""

    def all_names(root: ast.AST) -> set[str]:
        return {node.id for node in ast.walk(root) if isinstance(node, ast.Name)}

    with (
        mock.patch.multiple(tokens, canonical=tokens.simplest, names_read=all_names),
        mock.patch.object(similarity, "GRAM", 14),
    ):
        yield


def honest(first: int, count: int) -> list[str]:
    """Return `count` generated files that nobody copied; `first` is the number of the first author."""
    return [submissions.honest(first + number) for number in range(count)]


def index_of(texts: Sequence[str]) -> Index:
    """Return an index of a class; the files are named by their numbers."""
    index = Index()
    for number, text in enumerate(texts):
        index.add(str(number), text.encode())
    return index


def classes_to_copy_in() -> Iterator[list[str]]:
    """Yield the files of each class without the copy; the first COPIED_EACH of them are copied in turn."""
    solutions = [path.read_text() for path in sorted((ROOT / "tests" / "solutions").glob("*.py"))][:COPIED_EACH]
    for number in range(CLASSES["with hand-written"]):
        yield solutions + honest(1000 + 100 * number, CLASS_SIZE - 1 - len(solutions))
    for number in range(CLASSES["generated"]):
        yield honest(2000 + 100 * number, CLASS_SIZE - 1)


def classes_with_copies(trick: Callable[[str, int], str]) -> Iterator[tuple[Index, set[str]]]:
    """Yield the index of each class with one rewritten copy, and the names of the copy and its original."""
    for seed, texts in enumerate(classes_to_copy_in()):
        originals = index_of(texts)
        for number in range(COPIED_EACH):
            index = copy.deepcopy(originals)
            index.add("copy", trick(texts[number], 100 * seed + number).encode())
            yield index, {"copy", str(number)}


def copies_found(trick: Callable[[str, int], str]) -> Shares:
    """Return the share of copies that are paired with their originals, at each threshold."""
    found, tried = Counter[int](), 0
    for index, wanted in classes_with_copies(trick):
        tried += 1
        for threshold in THRESHOLDS:
            found[threshold] += any({*names(pair)} == wanted for pair in index.pairs(threshold))
    return [100 * found[threshold] / tried for threshold in THRESHOLDS]


def innocents() -> tuple[Shares, Shares]:
    """Return the share of pairs reported and the share of files named in classes without a copy, at each threshold."""
    pairs, files, count = Counter[int](), Counter[int](), CLASSES["without a copy"]
    for number in range(count):
        index = index_of(honest(5000 + 100 * number, CLASS_SIZE))
        for threshold in THRESHOLDS:
            reported = index.pairs(threshold)
            pairs[threshold] += len(reported)
            files[threshold] += len({name for pair in reported for name in names(pair)})
    all_pairs, all_files = count * CLASS_SIZE * (CLASS_SIZE - 1) / 2, count * CLASS_SIZE
    return ([100 * pairs[t] / all_pairs for t in THRESHOLDS], [100 * files[t] / all_files for t in THRESHOLDS])


def names(pair: SimilarPair) -> tuple[str, str]:
    """Return the names of both files."""
    return pair.first, pair.second


def measured(context: AbstractContextManager[object]) -> dict[str, Shares]:
    """Return the figures, by the names of the tricks and of the two figures about innocent files."""
    with context:
        figures = {name: copies_found(trick) for name, trick in rewriting.TRICKS.items()}
        figures["innocent pairs reported"], figures["innocent files named"] = innocents()
    return figures


def compare() -> None:
    """Print a table of all figures, before and now; draw the most important ones."""
    before, after = measured(as_before()), measured(nullcontext())
    print(f"| % at a threshold of | {' | '.join(f'{threshold} %' for threshold in THRESHOLDS)} |")
    print(f"|---|{'--:|' * len(THRESHOLDS)}")
    for name in before:
        digits = 1 if name.startswith("innocent pairs") else 0
        cells = (f"{old:.{digits}f} → {new:.{digits}f}" for old, new in zip(before[name], after[name], strict=True))
        print(f"| {name} | {' | '.join(cells)} |")
    PICTURE.write_text(drawn(before, after) + "\n")
    look_again(rubric.read(""))


def look_again(values: rubric.Rubric) -> None:
    """Print how many of the pairs at the rubric's threshold share enough passages that no other file has."""
    print(f"\n| of the copies found at {values.threshold:g} % | found | look copied |\n|---|--:|--:|")
    for name, trick in rewriting.TRICKS.items():
        pairs = [pair for index, wanted in classes_with_copies(trick) for pair in index.pairs(values.threshold)
                 if {*names(pair)} == wanted]  # fmt: skip
        print(f"| {name} | {len(pairs)} | {sum(pair.rare >= values.rare for pair in pairs)} |")
    print("\n| classes without a copy | pairs | look copied | files named | in pairs that look copied |")
    print("|---|--:|--:|--:|--:|")
    for size, count in ((10, 60), (20, 30), (30, 40), (60, 10)):
        classes = [index_of(honest(7000 + 200 * number, size)).pairs(values.threshold) for number in range(count)]
        copied = [[pair for pair in pairs if pair.rare >= values.rare] for pairs in classes]
        cells = [f"{sum(map(len, some)):,}" for some in (classes, copied)]
        cells += [f"{sum(len({name for p in pairs for name in names(p)}) for pairs in some) / count:.1f} of {size}"
                  for some in (classes, copied)]  # fmt: skip
        print(f"| {count} of {size} | {' | '.join(cells)} |")


def drawn(before: dict[str, Shares], after: dict[str, Shares]) -> str:
    """Return curves over the thresholds as SVG, dashed for before."""
    parts = [svg.label_text(f"{share} %", 40, y_of(share)) + line_at(share) for share in range(0, 101, 25)]
    parts += [svg.label_text(f"{threshold} %", x_of(number), 352) for number, threshold in enumerate(THRESHOLDS)]
    colors = {**{f"copies: {name}": (name, color) for name, color in DRAWN.items()},
              "innocent files named": ("innocent files named", svg.INK)}  # fmt: skip
    for number, (label, (name, color)) in enumerate(colors.items()):
        parts += [curve(before[name], color, ' stroke-dasharray="7 6"'), curve(after[name], color, "")]
        place = f'x="{70 + 225 * number}" y="394" font-size="14" fill="{color}"'
        parts.append(f"<text {place}>{escape(label)}</text>")
    title = "Copies found and innocent files named, by threshold (dashed: before the canonical form)"
    parts.append(f'<text x="70" y="26" font-size="16" fill="{svg.INK}">{title}</text>')
    return svg.document(760, 410, title, parts)


def x_of(number: int) -> float:
    """Return the x coordinate of a threshold in the picture; `number` is its index in THRESHOLDS."""
    return 80 + 128 * number


def y_of(share: float) -> float:
    """Return the y coordinate of a share in % in the picture."""
    return 330 - 2.8 * share


def line_at(share: float) -> str:
    """Return a thin line across the picture at a share in %, as SVG."""
    return f'<path d="M70 {y_of(share):g}h660" stroke="{svg.GRID}" stroke-width="0.5"/>'


def curve(shares: Shares, color: str, style: str) -> str:
    """Return a curve through the shares as SVG; `style` has further attributes of it."""
    points = " ".join(f"{x_of(number):g},{y_of(share):.1f}" for number, share in enumerate(shares))
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="3"{style}/>'
