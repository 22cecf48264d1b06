"""Explanations: right on every position, and every word of them true."""

from __future__ import annotations

import json

import pytest
from conftest import FINISHED, OPEN, POSITIONS
from test_solver import textbook

from noughts.explain import words
from noughts.explain.analysis import analyse
from noughts.explain.ideas import IdeaKind, Standing, ideas, why_not
from noughts.game import notation, solver
from noughts.game.rules import CLASSIC, in_a_row, other

FREE_LINES = [(position, cell) for position in OPEN for cell in CLASSIC.free(position)]


def value_for_mover(position):
    """What the textbook says of an open position, for the side to move."""
    value, distance = textbook(position)
    return (value if CLASSIC.to_move(position) == "X" else -value), distance


def test_the_json_of_every_open_position_is_the_textbooks():
    for position in OPEN:
        told = json.loads(json.dumps(analyse(CLASSIC, position).to_json()))
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
        told = analyse(CLASSIC, position).to_json()
        assert told == {
            "game": "3,3,3", "position": position, "to_move": None, "winner": CLASSIC.winner(position),
            "value": None, "distance": 0, "moves": [], "best": [], "line": [],
        }  # fmt: skip


def test_the_line_of_best_play_keeps_the_value_at_every_step_and_ends_the_game():
    for position in OPEN:
        here = position
        value, distance = value_for_mover(position)
        for cell in analyse(CLASSIC, position).line:
            assert value_for_mover(here) == (value, distance)
            here = CLASSIC.after(here, cell)
            value, distance = -value, distance - 1
        assert CLASSIC.is_over(here)


def test_why_lines_really_punish():
    for position, cell in FREE_LINES:
        told = why_not(CLASSIC, position, cell)
        mover = CLASSIC.to_move(position)
        assert told.line[0] == cell
        end = position
        for step in told.line:
            end = CLASSIC.after(end, step)
        assert CLASSIC.is_over(end)
        assert len(told.line) == told.verdict.distance
        assert CLASSIC.winner(end) == {1: mover, 0: None, -1: other(mover)}[told.verdict.value]
        as_good = cell in solver.best_moves(CLASSIC, position, mover)
        assert (told.standing in (Standing.AS_GOOD, Standing.ONLY_BEST)) == as_good


def test_the_punisher_needs_only_its_own_moves_to_win_whatever_the_punished_side_tries():
    """Every losing move is followed by a forced win: all defences, not only the line's, lose in time."""
    for position, cell in FREE_LINES[::37]:
        verdict = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))[cell]
        if verdict.value < 0:
            assert all_defences_lose(CLASSIC.after(position, cell), verdict.distance - 1)


def all_defences_lose(position, plies):
    """The side to move wins within so many plies, against everything."""
    mover = CLASSIC.to_move(position)
    move = solver.best_moves(CLASSIC, position, mover)[0]
    after = CLASSIC.after(position, move)
    if CLASSIC.winner(after) == mover:
        return True
    return plies > 2 and all(all_defences_lose(CLASSIC.after(after, cell), plies - 2) for cell in CLASSIC.free(after))


def wins_now(position, mark):
    return {c for c in CLASSIC.free(position) if CLASSIC.complete_lines(position[:c] + mark + position[c + 1 :], mark)}


def forks_now(position, mark):
    return {c for c in CLASSIC.free(position) if len(wins_now(position[:c] + mark + position[c + 1 :], mark)) > 1}


def true_ideas(position, cell):
    """What a move does, by definitions of our own: by playing moves out, not by looking at lines."""
    mover = CLASSIC.to_move(position)
    rival, after = other(mover), CLASSIC.after(position, cell)
    if CLASSIC.winner(after) == mover:
        line = next(line for line in CLASSIC.lines if {after[c] for c in line} == {mover})
        return {(IdeaKind.WINS, line, (0, 0))}
    ideas = set()
    if cell in wins_now(position, rival):
        ideas.add((IdeaKind.BLOCKS, (cell,), (0, 0)))
    threats = wins_now(after, mover)
    if threats and not wins_now(after, rival):
        ideas.add((IdeaKind.FORKS if len(threats) > 1 else IdeaKind.THREATENS, tuple(sorted(threats)), (0, 0)))
    forks = forks_now(position, rival)
    if forks and not wins_now(position, rival) and len(threats) < 2:
        # With a threat on the board the rival must take that cell; only there could it still fork.
        replies = threats or set(CLASSIC.free(after))
        if not replies & forks_now(after, rival):
            ideas.add((IdeaKind.STOPS_FORK, tuple(sorted(forks)), (0, 0)))
    values = {c: value_of_move(position, c) for c in CLASSIC.free(position)}
    value, others = values[cell], [v for c, v in values.items() if c != cell]
    if others and value >= 0 and max(others) < value:
        ideas.add((IdeaKind.ONLY_WIN if value else IdeaKind.ONLY_DRAW, (), (0, 0)))
    replies = [] if CLASSIC.is_over(after) else [value_of_move(after, c) for c in CLASSIC.free(after)]
    if value == 0 and -1 in replies:
        ideas.add((IdeaKind.SETS_TRAP, (), (replies.count(-1), len(replies))))
    if value < 0 and replies.count(1) < len(replies):
        ideas.add((IdeaKind.LOSES_SLOWLY, (), (replies.count(1), len(replies))))
    return ideas


def value_of_move(position, cell):
    value = textbook(CLASSIC.after(position, cell))[0]
    return value if CLASSIC.to_move(position) == "X" else -value


@pytest.mark.exhaustive
def test_every_idea_that_is_named_is_true_and_every_true_idea_is_named():
    kinds = set()
    for position, cell in FREE_LINES:
        named = {(idea.kind, idea.cells, idea.replies) for idea in ideas(CLASSIC, position, cell)}
        assert named == true_ideas(position, cell), (position, cell)
        kinds |= {idea[0] for idea in named}
    assert kinds == set(IdeaKind)


def test_every_idea_has_words_that_name_its_cells():
    for position, cell in FREE_LINES:
        for idea in ideas(CLASSIC, position, cell):
            said = words.idea_words(CLASSIC, position, idea)
            assert "{" not in said
            if idea.kind != IdeaKind.BLOCKS:
                assert all(notation.cell_text(CLASSIC, each) in said for each in idea.cells)


def test_a_learner_can_read_it():
    told = analyse(CLASSIC, "X.O.X....").describe()
    assert "O to move: a draw if both sides play their best." in told
    assert "Best: 2,2 blocks X, who would win there" in told
    assert "loses in 1 move   0,1  1,0  1,2  2,0  2,1" in told
    assert told.endswith("and it is a draw.")
    assert "\x1b" not in told
    assert "\x1b[31m" in analyse(CLASSIC, "X.O.X....").describe(colour=True)
    assert analyse(CLASSIC, "XXXOO....").describe().endswith("The game is over: X has won.")
    assert analyse(CLASSIC, "XOXXOOOXX").describe().endswith("The game is over: a draw.")
    assert "X wins in 2 moves, whatever O does" in analyse(CLASSIC, "XO..X....").describe()


def test_every_position_can_be_told():
    for position in POSITIONS:
        told = analyse(CLASSIC, position).describe()
        assert len(told.splitlines()) >= 7


@pytest.mark.parametrize(
    ("position", "cell", "sentence"),
    [
        ("X...O....", 1, "0,1 is one of the best moves: it draws."),
        (
            "XX.OO....",
            8,
            "2,2 loses in 1 move, while 0,2 wins in 1 move. Best play with 2,2: X 2,2  O 1,2, and O wins.",
        ),
        ("XO..X....", 2, "0,2 loses in 1 move, but 2,2 loses in 2 moves. O 0,2  X 2,2, and X wins."),
    ],
)
def test_why_not_is_answered_in_a_sentence(position, cell, sentence):
    assert words.why_words(CLASSIC, position, why_not(CLASSIC, position, cell)).startswith(sentence)


def test_other_games_are_explained_too():
    misere = in_a_row(3, 3, 3, misere=True)
    told = analyse(misere, misere.start).describe()
    assert "Best: 1,1 is the only move that does not lose" in told
    wide = in_a_row(4, 3, 3)
    assert "X to move: X wins in 4 moves." in analyse(wide, wide.start).describe()


def test_an_analysis_shows_itself_in_a_notebook():
    svg = analyse(CLASSIC, "X.O.X....")._repr_svg_()
    assert svg.startswith("<svg")
    assert svg.count(">loses<") == 5
    assert svg.count(">draws<") == 1
