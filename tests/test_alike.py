"""Who copied: every copy is found, and hardly anybody honest."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench import submissions
from noughts.course import alike


def test_every_copy_is_found_and_hardly_any_honest_pair():
    made = {f"s{number:04}": submissions.made(number) for number in range(400)}
    index = alike.Index()
    for name, (_, text) in made.items():
        index.add(name, text.encode())
    pairs = index.pairs(30)
    copies = {name for name, (kind, _) in made.items() if kind == "copy"}
    assert copies
    assert all(any(name in (pair.first, pair.second) for pair in pairs) for name in copies)
    honest = [pair for pair in pairs if not copies & {pair.first, pair.second}]
    assert len(honest) < 0.01 * 400 * 399 / 2


def test_names_comments_layout_and_order_do_not_matter_and_content_does():
    text = submissions.honest(1)
    first, second = (alike.fingerprints(each.encode()) for each in (text, submissions.copied(text, 1)))
    assert first.whole == second.whole
    assert set(first.lines) == set(second.lines)
    assert alike.fingerprints(submissions.honest(2).encode()).whole != first.whole
    assert alike.fingerprints(b"def f(:") is None


def test_the_starter_and_last_year_are_told_apart():
    text = submissions.honest(5).encode()
    index = alike.Index(starter=text)
    index.add("ada", text)
    index.add("bob", submissions.copied(text.decode(), 3).encode())
    assert index.pairs(30) == []
    index = alike.Index()
    index.add("old: x", text, is_old=True)
    index.add("old: y", text, is_old=True)
    index.add("ada", text)
    assert [(pair.first, pair.second) for pair in index.pairs(30)] == [("ada", "old: x"), ("ada", "old: y")]


def test_what_hangs_together_is_one_cluster():
    pairs = [alike.Pair("a", "b", 50, 50), alike.Pair("b", "c", 40, 40), alike.Pair("d", "e", 90, 90)]
    assert alike.clusters(pairs) == [["a", "b", "c"], ["d", "e"]]


@given(st.lists(st.lists(st.integers(0, 19), min_size=2, max_size=6, unique=True).map(sorted), max_size=30))
def test_what_is_together_is_counted_as_by_comparing_all_pairs(groups):
    due = Counter(pair for group in groups for pair in combinations(group, 2))
    assert {(a, b): count for a, b, count in alike.counted(20, groups)} == due


@pytest.mark.parametrize("at_once", [1, 50, 10**9])
def test_pairs_do_not_depend_on_how_much_is_indexed_at_a_time(monkeypatch, at_once):
    index = alike.Index()
    for number in range(40):
        index.add(str(number), submissions.made(number + 60)[1].encode())
    due = index.pairs(20)
    assert due
    monkeypatch.setattr(alike, "VALUES_AT_ONCE", at_once)
    assert index.pairs(20) == due


def test_percentages_are_those_of_comparing_two_files_by_hand():
    index = alike.Index()
    prints = {}
    for number in range(30):
        name, data = f"s{number:02}", submissions.honest(number).encode()
        index.add(name, data)
        prints[name] = set(alike.fingerprints(data).lines)
    common = index.common()
    own = {name: values - common for name, values in prints.items()}
    pairs = [pair for pair in index.pairs(10) if pair.most < 100]
    assert pairs
    for pair in pairs:
        both = own[pair.first] & own[pair.second]
        of = [round(100 * len(both) / len(own[name]), 1) for name in (pair.first, pair.second)]
        assert of == [pair.of_first, pair.of_second]
