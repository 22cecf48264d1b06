"""Explanations: right on every position, and every word of them true."""

from __future__ import annotations

import json

import pytest
from conftest import FINISHED, OPEN, POSITIONS
from test_search import textbook

from noughts import explain, notation, search
from noughts.rules import CLASSIC, in_a_row, other

FREE_LINES = [(position, cell) for position in OPEN for cell in CLASSIC.free(position)]


def value_for_mover(position):
    """What the textbook says of an open position, for the side to move."""
    value, distance = textbook(position)
    return (value if CLASSIC.to_move(position) == "X" else -value), distance


def test_the_json_of_every_open_position_is_the_textbooks():
    for position in OPEN:
        told = json.loads(json.dumps(explain.to_json(search.analyse(CLASSIC, position))))
        assert list(told) == ["game", "position", "to_move", "winner", "value", "distance", "moves", "best", "line"]
        assert (told["game"], told["position"], told["winner"]) == ("3,3,3", position, None)
        assert told["to_move"] == CLASSIC.to_move(position)
        assert (told["value"], told["distance"]) == value_for_mover(position)
        sign = 1 if told["to_move"] == "X" else -1
        expected = {}
        for cell in CLASSIC.free(position):
            value, distance = textbook(CLASSIC.after(position, cell))
            expected[divmod(cell, 3)] = sign * value, distance + 1
        assert {tuple(move["cell"]): (move["value"], move["distance"]) for move in told["moves"]} == expected
        top = max(value for value, _ in expected.values())
        pick = {1: min, 0: min, -1: max}[top]
        reach = pick(distance for value, distance in expected.values() if value == top)
        best = [
            cell for cell, (value, distance) in expected.items() if value == top and (top == 0 or distance == reach)
        ]
        assert sorted(map(tuple, told["best"])) == sorted(best)
        assert len(told["line"]) == told["distance"]


def test_the_json_of_every_finished_position_says_only_how_it_ended():
    for position in FINISHED:
        told = explain.to_json(search.analyse(CLASSIC, position))
        assert told == {
            "game": "3,3,3", "position": position, "to_move": None, "winner": CLASSIC.winner(position),
            "value": None, "distance": 0, "moves": [], "best": [], "line": [],
        }  # fmt: skip


def test_the_line_of_best_play_keeps_the_value_at_every_step_and_ends_the_game():
    for position in OPEN:
        here = position
        value, distance = value_for_mover(position)
        for cell in search.analyse(CLASSIC, position).line:
            assert value_for_mover(here) == (value, distance)
            here = CLASSIC.after(here, cell)
            value, distance = -value, distance - 1
        assert CLASSIC.is_over(here)


def test_why_lines_really_punish():
    for position, cell in FREE_LINES:
        told = explain.why(CLASSIC, position, cell)
        mover = CLASSIC.to_move(position)
        assert told.line[0] == cell
        end = position
        for step in told.line:
            end = CLASSIC.after(end, step)
        assert CLASSIC.is_over(end)
        assert len(told.line) == told.verdict.distance
        assert CLASSIC.winner(end) == {1: mover, 0: None, -1: other(mover)}[told.verdict.value]
        as_good = cell in search.best_moves(CLASSIC, position, mover)
        assert ("is as good as any move" in told.sentence or "is the best move" in told.sentence) == as_good


def test_the_punisher_needs_only_its_own_moves_to_win_whatever_the_punished_side_tries():
    """Every losing move is followed by a forced win: all defences, not only the line's, lose in time."""
    for position, cell in FREE_LINES[::37]:
        verdict = search.verdicts(CLASSIC, position, CLASSIC.to_move(position))[cell]
        if verdict.value < 0:
            assert all_defences_lose(CLASSIC.after(position, cell), verdict.distance - 1)


def all_defences_lose(position, plies):
    """The side to move wins within so many plies, against everything."""
    mover = CLASSIC.to_move(position)
    move = search.best_moves(CLASSIC, position, mover)[0]
    after = CLASSIC.after(position, move)
    if CLASSIC.winner(after) == mover:
        return True
    return plies > 2 and all(all_defences_lose(CLASSIC.after(after, cell), plies - 2) for cell in CLASSIC.free(after))


def wins_now(position, mark):
    return {c for c in CLASSIC.free(position) if CLASSIC.complete_lines(position[:c] + mark + position[c + 1 :], mark)}


def test_every_word_about_a_move_is_true():
    said = dict.fromkeys(["wins", "blocks", "forks", "threatens", "stops", "is the only", "sets a trap"], 0)
    for position, cell in FREE_LINES:
        mover = CLASSIC.to_move(position)
        rival = other(mover)
        after = CLASSIC.after(position, cell)
        verdicts = search.verdicts(CLASSIC, position, mover)
        for idea in explain.ideas(CLASSIC, position, cell):
            kind = next(word for word in said if idea.startswith(word))
            said[kind] += 1
            if kind == "wins":
                assert CLASSIC.winner(after) == mover
            elif kind == "blocks":
                assert cell in wins_now(position, rival)
            elif kind == "forks":
                assert len(wins_now(after, mover)) >= 2
                assert verdicts[cell] == (1, 3)
            elif kind == "threatens":
                assert wins_now(after, mover)
                assert not wins_now(after, rival)
            elif kind == "stops":
                assert not wins_now(position, rival)
                had = [
                    c
                    for c in CLASSIC.free(position)
                    if len(wins_now(position[:c] + rival + position[c + 1 :], rival)) > 1
                ]
                assert had
                assert all(notation.cell_text(CLASSIC, c) in idea for c in had)
                replies = search.verdicts(CLASSIC, after, rival)
                assert not any(
                    reply == (1, 3) for c, reply in replies.items() if c in had and not wins_now(after, mover)
                )
            elif kind == "is the only":
                others = [verdict.value for c, verdict in verdicts.items() if c != cell]
                assert verdicts[cell].value > max(others)
            else:
                assert any(reply.value < 1 for reply in search.verdicts(CLASSIC, after, rival).values())
    assert all(said.values()), said


def test_a_learner_can_read_it():
    told = explain.tell(search.analyse(CLASSIC, "X.O.X...."))
    assert "O to move: a draw, if both sides play their best." in told
    assert "Best: 2,2 blocks X, who would win there" in told
    assert "loses in 1 move   0,1  1,0  1,2  2,0  2,1" in told
    assert told.endswith("and it is a tie.")
    assert "\x1b" not in told
    assert "\x1b[31m" in explain.tell(search.analyse(CLASSIC, "X.O.X...."), colour=True)
    assert explain.tell(search.analyse(CLASSIC, "XXXOO....")).endswith("The game is over: X has won.")
    assert explain.tell(search.analyse(CLASSIC, "XOXXOOOXX")).endswith("The game is over: a tie.")
    assert "X wins in 2 moves, whatever O does" in explain.tell(search.analyse(CLASSIC, "XO..X...."))


def test_every_position_can_be_told():
    for position in POSITIONS:
        told = explain.tell(search.analyse(CLASSIC, position))
        assert len(told.splitlines()) >= 7


@pytest.mark.parametrize(
    ("position", "cell", "sentence"),
    [
        ("X...O....", 1, "0,1 is as good as any move: it draws."),
        ("XX.OO....", 8, "2,2 loses in 1 move, where 0,2 wins in 1 move. Here is how: X 2,2  O 1,2, and O has won."),
        ("XO..X....", 2, "0,2 loses in 1 move, but 2,2 loses in 2 moves. O 0,2  X 2,2, and X has won."),
    ],
)
def test_why_not_is_answered_in_a_sentence(position, cell, sentence):
    assert explain.why(CLASSIC, position, cell).sentence.startswith(sentence)


def test_other_games_are_explained_too():
    misere = in_a_row(3, 3, 3, misere=True)
    told = explain.tell(search.analyse(misere, misere.start))
    assert "Best: 1,1 is the only move that does not lose" in told
    wide = in_a_row(4, 3, 3)
    assert "X to move: X wins in 4 moves." in explain.tell(search.analyse(wide, wide.start))


def test_an_analysis_shows_itself_in_a_notebook():
    svg = search.analyse(CLASSIC, "X.O.X....")._repr_svg_()
    assert svg.startswith("<svg")
    assert svg.count(">loses<") == 5
    assert svg.count(">draws<") == 1
