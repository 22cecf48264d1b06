"""Who copied: every copy is found, and hardly anybody honest."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import combinations

import pytest
from conftest import POSITIONS, ROOT
from hypothesis import given
from hypothesis import strategies as st

from bench import rewriting, submissions
from noughts.course.grading import similarity, tokens


def test_every_copy_is_found_and_hardly_any_honest_pair():
    made = {f"s{number:04}": submissions.made(number) for number in range(400)}
    index = similarity.Index()
    for name, (_, text) in made.items():
        index.add(name, text.encode())
    pairs = index.pairs(30)
    copies = {name for name, (kind, _) in made.items() if kind == "copy"}
    assert copies
    whole = [{pair.first, pair.second} for pair in pairs if pair.of_first == pair.of_second == 100]
    assert all(any(name in pair and len(pair - copies) == 1 for pair in whole) for name in copies)
    honest = [pair for pair in pairs if not copies & {pair.first, pair.second}]
    assert len(honest) < 0.001 * 400 * 399 / 2


def test_names_comments_layout_and_order_do_not_matter_and_content_does():
    text = submissions.honest(1)
    first, second = (similarity.fingerprints(each.encode()) for each in (text, submissions.copied(text, 1)))
    assert first.whole == second.whole
    assert set(first.lines) == set(second.lines)
    assert similarity.fingerprints(submissions.honest(2).encode()).whole != first.whole
    assert similarity.fingerprints(b"def f(:") is None


def test_the_starter_and_last_year_are_told_apart():
    text = submissions.honest(5).encode()
    index = similarity.Index(starter=text)
    index.add("ada", text)
    index.add("bob", submissions.copied(text.decode(), 3).encode())
    assert index.pairs(30) == []
    index = similarity.Index()
    index.add("old: x", text, is_old=True)
    index.add("old: y", text, is_old=True)
    index.add("ada", text)
    assert [(pair.first, pair.second) for pair in index.pairs(30)] == [("ada", "old: x"), ("ada", "old: y")]


def test_a_second_look_tells_a_copy_from_what_others_write_too():
    """Count the pairs that look copied in ten classes of 30: with a rewritten copy, and without one."""
    copied = innocent = 0
    for number in range(10):
        index, trick = similarity.Index(), [*rewriting.TRICKS.values()][number % len(rewriting.TRICKS)]
        texts = [submissions.honest(7000 + 200 * number + each) for each in range(30)]
        for name, text in enumerate([*texts, trick(texts[0], number)]):
            index.add(str(name), text.encode())
        rare = {frozenset((pair.first, pair.second)): pair.rare for pair in index.pairs(30)}
        copied += rare.pop(frozenset(("0", "30"))) >= 6
        innocent += sum(count >= 6 for pair, count in rare.items() if not pair & {"0", "30"})
    assert copied == 10
    assert innocent <= 1


def test_a_passage_in_a_third_file_is_not_rare_but_identical_files_count_as_one():
    text = submissions.honest(5)
    index = similarity.Index()
    for name in ("a", "b", "c"):
        index.add(name, text.encode())
    index.add("d", rewriting.TRICKS["guards"](text, 1).encode())
    rare = {(pair.first, pair.second): pair.rare for pair in index.pairs(30)}
    assert rare["a", "b"] == len(similarity.fingerprints(text.encode()).lines)
    assert 6 <= rare["a", "d"] < rare["a", "b"]
    index.add("e", rewriting.TRICKS["guards"](text, 1).encode().replace(b"def ", b"def x_", 1))
    again = {(pair.first, pair.second): pair.rare for pair in index.pairs(30)}
    assert again["a", "b"] == rare["a", "b"]


def test_what_hangs_together_is_one_cluster():
    pairs = [
        similarity.SimilarPair("a", "b", 50, 50),
        similarity.SimilarPair("b", "c", 40, 40),
        similarity.SimilarPair("d", "e", 90, 90),
    ]
    assert similarity.clusters(pairs) == [["a", "b", "c"], ["d", "e"]]


@given(st.lists(st.lists(st.integers(0, 19), min_size=2, max_size=6, unique=True).map(sorted), max_size=30))
def test_what_is_together_is_counted_as_by_comparing_all_pairs(groups):
    due = Counter(pair for group in groups for pair in combinations(group, 2))
    assert {(a, b): count for a, b, count in similarity.counted(20, groups)} == due


@pytest.mark.parametrize("at_once", [1, 50, 10**9])
def test_pairs_do_not_depend_on_how_much_is_indexed_at_a_time(monkeypatch, at_once):
    index = similarity.Index()
    for number in range(40):
        index.add(str(number), submissions.made(number + 60)[1].encode())
    due = index.pairs(20)
    assert due
    monkeypatch.setattr(similarity, "VALUES_AT_ONCE", at_once)
    assert index.pairs(20) == due


def test_percentages_are_those_of_comparing_two_files_by_hand():
    index = similarity.Index()
    prints = {}
    for number in range(30):
        name, data = f"s{number:02}", submissions.honest(number).encode()
        index.add(name, data)
        prints[name] = set(similarity.fingerprints(data).lines)
    holders = Counter(value for values in prints.values() for value in values)
    common = index.common()
    assert common == {value for value, count in holders.items() if count > similarity.COMMON_FILES_MIN}

    def shares(pair, ignored):
        own = [prints[name] - ignored for name in (pair.first, pair.second)]
        return [round(100 * len(own[0] & own[1]) / max(1, len(each)), 1) for each in own]

    pairs = index.pairs(10)
    assert len(pairs) > 10
    for pair in pairs:
        by_own, by_all = shares(pair, common), shares(pair, set())
        assert [pair.of_first, pair.of_second] == (by_own if max(by_own) >= 10 else by_all)
        assert max(by_own) >= 10 or min(by_all) >= similarity.SAME_BOTH


def wrapped(text):
    return "if True:\n" + "\n".join(f"    {line}" for line in text.splitlines()) + "\n"


def stuffed(text):
    """The same with statements that do nothing, and conditions said twice."""

    class Stuff(ast.NodeTransformer):
        def visit_FunctionDef(self, node):
            self.generic_visit(node)
            node.body = [each for line in node.body for each in (*ast.parse("pass; 0; assert True").body, line)]
            return node

        def visit_If(self, node):
            self.generic_visit(node)
            node.test = ast.BoolOp(ast.Or(), [node.test, node.test])
            return node

    return ast.unparse(ast.fix_missing_locations(Stuff().visit(ast.parse(text))))


@pytest.mark.parametrize("disguise", [wrapped, stuffed])
def test_cheap_disguises_do_not_help(disguise):
    text = submissions.honest(5)
    index = similarity.Index()
    index.add("ada", text.encode())
    index.add("mal", disguise(submissions.copied(text, 1)).encode())
    assert [(pair.first, pair.second, pair.most) for pair in index.pairs(30)] == [("ada", "mal", 100)]


# ---- Rewritten copies ----

SOLUTIONS = {path.stem: path.read_text() for path in sorted((ROOT / "tests" / "solutions").glob("*.py"))}
# The tricks that the canonical form undoes.
UNDONE = ("names and order", "comparisons", "branches", "fillers")


def shared(first, second):
    """The larger of the percentages of two files that are in the other."""
    index = similarity.Index()
    index.add("a", first.encode())
    index.add("b", second.encode())
    return max((pair.most for pair in index.pairs(1)), default=0)


@pytest.mark.parametrize("trick", rewriting.TRICKS)
def test_a_copy_rewritten_by_any_trick_is_reported_at_the_default_threshold(trick):
    for text in SOLUTIONS.values():
        assert shared(text, rewriting.TRICKS[trick](text, 1)) >= (100 if trick in UNDONE else 30)


@pytest.mark.parametrize("solution", SOLUTIONS)
def test_rewritten_copies_give_the_same_answers(solution):
    boards = [[[None if mark == "." else mark for mark in position[at : at + 3]] for at in (0, 3, 6)]
              for position in POSITIONS[::200]]  # fmt: skip

    def answers(text):
        functions = {"__name__": "copy"}
        exec(text, functions)
        for board in boards:
            yield [functions[name](board) for name in ("player", "actions", "winner", "terminal")]
            yield [functions["result"](board, action) for action in sorted(functions["actions"](board))]
            if functions["terminal"](board):
                yield functions["utility"](board)
            elif sum(row.count(None) for row in board) < 4:
                yield functions["minimax"](board)

    right = [*answers(SOLUTIONS[solution])]
    for trick in rewriting.TRICKS.values():
        assert [*answers(trick(SOLUTIONS[solution], 1))] == right


def tokens_of(line):
    return [token for token, _ in tokens.tokens_of(ast.parse(f"def f(a, b, c):\n    {line}").body[0])]


@pytest.mark.parametrize(("written", "another_way"), [
    ("return a < 3", "return 3 > a"), ("return a.x >= b", "return b <= a.x"), ("return a[0] == b", "return b == a[0]"),
    ("return None is a", "return a is None"), ("return a[0] == b != 3", "return 3 != b == a[0]"), ("return a > b", "return b < a"),
    ("return 1 if not a else 2", "return 2 if a else 1"), ("return 1 if a != 3 else 2", "return 2 if 3 == a else 1"),
    ("return 1 if a not in b else 2", "return 2 if a in b else 1"), ("return 1 if a >= 3 else 2", "return 2 if a < 3 else 1"),
    ("if a is not b: c()\n    else: b(1)", "if a is b: b(1)\n    else: c()"), ("a += 1", "a = a + 1"),
    ("return b", "c = a; return b"), ("return b", "pass; 0; assert True; return b"), ("return a or a", "return b"),
])  # fmt: skip
def test_two_ways_to_write_the_same_have_the_same_tokens(written, another_way):
    assert tokens_of(written) == tokens_of(another_way)


@pytest.mark.parametrize(("first", "second"), [
    ("return a < 3", "return a > 3"), ("return a < 3", "return a <= 3"), ("return a in b", "return a not in b"),
    ("return a[0] < b", "return b < a[0]"), ("if a: c()", "if not a: c()"), ("return 1 if a else 2", "return 2 if a else 1"),
    ("c = a; return c", "return c"), ("a += 1", "a -= 1"), ("a = b + 1; return a", "a = a + 1; return a"), ("return a or b", "return b"),
])  # fmt: skip
def test_what_means_something_else_has_other_tokens(first, second):
    assert tokens_of(first) != tokens_of(second)


@pytest.mark.parametrize("form", ["return x or {}", "return {} < x", "x = x or {}", "return 1 if x != {} else 2"])
def test_no_expression_is_too_deep(form):
    for terms in (900, 1500, 2500):
        text = f"def f(x):\n    {form.format(' + '.join(['1'] * terms))}\n"
        assert similarity.fingerprints(text.encode()) is not None


@pytest.mark.parametrize("size", [2, 4, 6, 12])
def test_a_ring_of_copies_is_found_in_a_class_where_it_is_common(size):
    base = submissions.honest(1000)
    index = similarity.Index()
    for number in range(30 - size):
        index.add(f"s{number}", submissions.honest(number).encode())
    for number in range(size):
        own = " + ".join(f"(a * {number + 7} - {k * 31 + number})" for k in range(4))
        index.add(f"ring{number}", f"{submissions.copied(base, number)}\n\ndef own(a):\n    return {own}\n".encode())
    found = [pair for pair in index.pairs(30) if pair.first.startswith("ring") and pair.second.startswith("ring")]
    assert len(found) == size * (size - 1) // 2


def test_no_constant_is_too_long():
    assert similarity.fingerprints(b"def f():\n    return 0x" + b"f" * 5000) is not None


def test_very_many_files_of_two_kinds_are_not_all_paired():
    first = submissions.honest(1)
    second = first + "\n\ndef z(a, b, c):\n    return [a + b * c - 3, (a, b, c), {a: b}, a if b else c]\n"
    index = similarity.Index()
    for number in range(100):
        index.add(f"a{number}", first.encode())
        index.add(f"b{number}", second.encode())
    pairs = index.pairs(30)
    assert len(pairs) < 1000
    assert len(similarity.clusters(pairs)[0]) == 200
