"""What the page knows and says is what the package knows and says."""

from __future__ import annotations

from random import Random

import pytest
from conftest import IN_BROWSER, OPEN, POSITIONS

from noughts.explain import words
from noughts.explain.ideas import ideas, why_not
from noughts.explain.ladder import RUNGS, CountedSearch
from noughts.explain.names import player_names
from noughts.game import notation, pairing, solver
from noughts.game.needs import needs_of
from noughts.game.proof import Reason
from noughts.game.prover import prover_for
from noughts.game.rules import CLASSIC, other
from noughts.play import levels
from noughts.play.advice import Judgement, hint, review
from noughts.play.levels import LEVELS
from noughts.web import data


def test_a_table_has_a_letter_for_every_open_class():
    assert len(data.game_data(CLASSIC)["table"]) == 627
    assert len(notation.read_game("4,3,3").symmetry_classes()) == 28_275


@IN_BROWSER
def test_every_value_and_distance_of_every_position_equals_the_engines(page):
    shown = page.evaluate("positions => positions.map(p => [...noughts.games[0].moves(p)])", OPEN)
    for position, moves in zip(OPEN, shown, strict=True):
        exact = solver.verdicts(CLASSIC, position, CLASSIC.to_move(position))
        assert {cell: tuple(verdict) for cell, verdict in moves} == {
            cell: tuple(verdict) for cell, verdict in exact.items()
        }
    assert page.evaluate("positions => positions.every(p => noughts.games[0].isReachable(p))", POSITIONS)


@IN_BROWSER
@pytest.mark.parametrize("number", [1, 2])
def test_the_other_boards_agree_too(page, number):
    game, random = notation.read_game(data.GAMES[number]), Random(number)
    positions = []
    while len(positions) < 300:
        position = game.start
        for _ in range(random.randrange(len(game.cells) - 1)):
            if not game.is_over(position):
                position = game.after(position, random.choice(game.free(position)))
        if not game.is_over(position):
            positions.append(position)
    shown = page.evaluate("([n, positions]) => positions.map(p => [...noughts.games[n].moves(p)])", [number, positions])
    for position, moves in zip(positions, shown, strict=True):
        exact = solver.verdicts(game, position, game.to_move(position))
        assert {cell: tuple(verdict) for cell, verdict in moves} == {
            cell: tuple(verdict) for cell, verdict in exact.items()
        }


@IN_BROWSER
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_page_finds_a_pairing_wherever_the_package_does_and_it_holds(page, number):
    game = notation.read_game(data.GAMES[number])
    prover = prover_for(game)
    drawn = []
    for position in game.symmetry_classes()[:: 1 if number < 2 else 9]:
        if not game.is_over(position) and prover.prove(position, game.to_move(position)).value == 0:
            drawn.append(position)
    script = """([n, positions]) => positions.map(p => noughts.advice.pairing(noughts.games[n], p))
        .map(found => found && [[...found.letters], found.words])"""
    shown, found = page.evaluate(script, [number, drawn]), 0
    for position, proof in zip(drawn, shown, strict=True):
        mover = game.to_move(position)
        ours = prover.prove(position, mover)
        assert proof is not None or ours.reason == Reason.SEARCH, position
        if proof is None or not proof[0]:
            continue
        pairs = {}
        for cell, letter in proof[0]:
            pairs.setdefault(letter, []).append(1 << cell)
        needs = {side: needs_of(game, position, side) for side in "XO"}
        assert pairing.holds(pairs.values(), needs[mover])
        is_both = pairing.holds(pairs.values(), needs["X"] | needs["O"])
        name = f"proof.pairing{'.misere' * game.misere}.{'both' if is_both else 'one'}"
        assert proof[1] == words.capital(words.phrase(name, mover=mover, rival=other(mover)))
        found += 1
    assert found > 30


@IN_BROWSER
def test_levels_see_the_same_moves_as_in_python(page):
    script = "([positions, level, plies]) => positions.map(p => noughts.games[0].candidates(p, noughts.data.levels[level], plies))"
    for number, level in enumerate(LEVELS):
        for plies, _ in level.sights:
            shown = page.evaluate(script, [OPEN, number, plies])
            assert shown == [levels.candidates(CLASSIC, level, position, plies) for position in OPEN], level.name


@IN_BROWSER
@pytest.mark.parametrize("position", [".........", "X........", "X...O....", "XO..X...."])
def test_counts_of_calls_equal_pythons(page, position):
    counted = page.evaluate("p => noughts.games[0].counts(p)", position)
    assert counted == {rung.name: calls(rung, position) for rung in RUNGS}


def calls(rung, position):
    counted = CountedSearch(CLASSIC)
    rung.search(counted, position, CLASSIC.to_move(position))
    return counted.calls


WORDS = """([number, positions]) => positions.map((p) => {
    const game = noughts.games[number], advice = noughts.advice;
    return [advice.outcome(game.toMove(p), ...game.verdict(p)), advice.hint(game, p).steps, game.free(p).map((cell) => [
        advice.judge(game, p, cell).words, advice.ideasWords(game, p, advice.ideas(game, p, cell)), advice.why(game, p, cell),
        advice.judge(game, p, cell).isMistake ? advice.mistake(game, p, cell, 0) : null])];
})"""


def said_by_python(game, position):
    """What the package says about a position and all of its moves."""
    mover = game.to_move(position)
    verdicts = solver.verdicts(game, position, mover)
    best = max(verdicts.values(), key=solver.rank)
    moves = []
    for cell, verdict in verdicts.items():
        judgement = Judgement(0, position, cell, verdict, best)
        does = words.ideas_words(game, position, ideas(game, position, cell), player_names)
        why = words.why_words(game, position, why_not(game, position, cell), player_names)
        mistake = review(game, judgement, player_names).words if judgement.is_mistake else None
        moves.append([judgement.words, does, why, mistake])
    return [words.outcome(mover, best), list(hint(game, position, naming=player_names).steps), moves]


@IN_BROWSER
def test_the_page_says_the_same_as_the_package_about_all_16167_moves(page):
    said = page.evaluate(WORDS, [0, OPEN])
    assert sum(len(moves) for _, _, moves in said) == 16_167
    for position, page_words in zip(OPEN, said, strict=True):
        assert page_words == said_by_python(CLASSIC, position), position


@IN_BROWSER
@pytest.mark.parametrize("number", [1, 2])
def test_the_page_says_the_same_on_other_boards(page, number):
    game, random = notation.read_game(data.GAMES[number]), Random(number)
    positions = random.sample([each for each in game.symmetry_classes() if not game.is_over(each)], 200)
    for position, page_words in zip(positions, page.evaluate(WORDS, [number, positions]), strict=True):
        assert page_words == said_by_python(game, position), position


@IN_BROWSER
@pytest.mark.parametrize(
    "typed",
    ["x.o/.x./...", "X_O_X____", "X O\n X \n   ", "[['X', None, 'O'], [None, 'X', None], [None, None, None]]",
     '[["X", EMPTY, "O"],\n [EMPTY, "X", EMPTY],\n [EMPTY, EMPTY, EMPTY]]', "[[X, None, O], [None, X, None], [None, None, None]]"],
)  # fmt: skip
def test_positions_are_read_as_generously_as_by_the_command(page, typed):
    assert page.evaluate("typed => noughts.games[0].read(typed)", typed) == "X.O.X...."
    assert notation.read_position(CLASSIC, typed) == "X.O.X...."
