"""One game after the other: sides, score, going back and forth, the file of games."""

from __future__ import annotations

from dataclasses import replace

import pytest

from noughts import evening, notation
from noughts.evening import BOARDS, Evening, Score, Settings, read_board, read_level
from noughts.notation import BadInput
from noughts.play import LEVELS
from noughts.record import read_record
from noughts.rules import CLASSIC, O, X

TWO = Settings(two_people=True)
WON_BY_X = (0, 3, 1, 4, 2)


def play(some, cells=WON_BY_X):
    for cell in cells:
        some.put(cell)


def test_a_finished_game_counts_once_however_often_it_is_undone():
    some = Evening(TWO)
    play(some)
    assert some.score == Score(first=1)
    some.undo()
    assert some.score == Score()
    some.put(2)
    some.begin()
    assert some.score == Score(first=1)
    some.begin()
    assert some.score == Score(first=1)


def test_the_score_follows_the_people_when_sides_are_swapped():
    some = Evening(replace(TWO, by_turns=True))
    for _ in range(2):
        play(some)
        some.begin()
    assert some.score == Score(first=1, second=1)
    assert some.side == X


def test_a_game_that_was_loaded_does_not_count(tmp_path):
    some = Evening(replace(TWO, log=tmp_path / "games.txt"))
    some.begin(loaded=read_record("3,3,3: 0,0 1,0 0,1 1,1 0,2 X wins"))
    some.leave()
    assert some.score == Score()
    assert not (tmp_path / "games.txt").exists()


def test_finished_games_are_added_to_the_file_and_can_be_read_again(tmp_path):
    log = tmp_path / "games.txt"
    log.write_text("3,3,3: 1,1 unfinished\n")
    some = Evening(replace(TWO, log=log))
    play(some)
    some.begin()
    play(some, (4, 0, 8))
    some.leave()
    lines = log.read_text().splitlines()
    assert lines == ["3,3,3: 1,1 unfinished", "3,3,3: 0,0 1,0 0,1 1,1 0,2 X wins"]
    assert read_record(lines[1]).moves == WON_BY_X


def test_undo_and_redo_go_from_one_turn_of_the_persons_to_the_next():
    some = Evening(Settings(seed=1), O)
    some.answer()
    some.put(CLASSIC.free(some.record.position)[0])
    some.answer()
    before = some.record.moves
    assert some.is_persons_turn
    some.undo()
    assert len(some.record.moves) == 1
    with pytest.raises(BadInput, match="nothing to undo"):
        some.undo()
    some.redo()
    assert some.record.moves == before
    with pytest.raises(BadInput, match="nothing to redo"):
        some.redo()


def test_going_back_before_a_move_keeps_what_came_after():
    some = Evening(TWO)
    play(some)
    some.back_before(2)
    assert some.record.moves == (0,)
    some.back_before(4)
    assert some.record.moves == (0, 3, 1)


def test_the_same_seed_replays_an_evening():
    def games(seed):
        some = Evening(Settings(level=LEVELS[0], seed=seed))
        for _ in range(3):
            while not some.record.is_over:
                if some.is_persons_turn:
                    some.put(CLASSIC.free(some.record.position)[0])
                else:
                    some.answer()
            yield some.record.moves
            some.begin()

    assert list(games(4)) == list(games(4))
    assert len({tuple(games(seed)) for seed in range(8)}) > 4


def test_two_movers_play_each_other_and_nobody_is_asked():
    first_free, last_free = (lambda position: CLASSIC.free(position)[0]), (lambda position: CLASSIC.free(position)[-1])
    some = Evening(Settings(), X, (first_free, last_free))
    while not some.record.is_over:
        assert not some.is_persons_turn
        some.answer()
    assert some.record.moves[:4] == (0, 8, 1, 7)
    with pytest.raises(BadInput):
        some.undo()


@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_levels_are_read_by_name(name):
    assert read_level(f" {name.upper()} ").name == name


@pytest.mark.parametrize("text", ["", "god", "random", "5"])
def test_other_levels_are_refused(text):
    with pytest.raises(BadInput, match="is no level"):
        read_level(text)


def test_boards_are_read_and_too_large_ones_refused():
    assert [read_board(name).name for name in BOARDS] == list(BOARDS)
    with pytest.raises(BadInput, match="144 cells"):
        read_board("12,12,5")


def test_what_is_not_certain_is_said_with_the_number_that_would_be():
    settings = Settings(game=notation.read_game("5,5,4"))
    assert not settings.is_exact(settings.game.start)
    assert "25 cells are free" in settings.unsure(settings.game.start)
    assert settings.exact_free_cells == evening.play.exact_free_cells(0.5)
