"""A session: sides, score, undo and redo, settings, the file of games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from noughts.errors import BadInput
from noughts.game import notation
from noughts.game.rules import CLASSIC, O, X
from noughts.play import levels
from noughts.play.levels import LEVELS, read_level
from noughts.play.record import Disagreement, Record, read_record, record_of, scene_of
from noughts.play.session import BOARDS, Score, Session, Settings, read_board

TWO = Settings(two_people=True)
WON_BY_X = (0, 3, 1, 4, 2)


def begun(settings=TWO, side=X, **options):
    session = Session(settings, **options)
    begin(session, side)
    return session


def begin(session, side=None):
    session.new_game()
    session.choose(side or session.next_side)
    session.advance(scene_of(session.settings.game, session.settings.game.start))


def play(session, cells=WON_BY_X):
    game = session.settings.game
    for cell in cells:
        session.advance(scene_of(game, game.after(session.scene.position, cell)))


def answer(session):
    position, settings = session.scene.position, session.settings
    play(session, [levels.choose(settings.game, settings.level, position, session.engine_seed).cell])


def moves(session):
    return session.record.moves


def test_a_finished_game_counts_once_however_often_it_is_undone():
    session = begun()
    play(session)
    assert session.score == Score(first=1)
    session.undo()
    assert session.score == Score()
    play(session, [2])
    begin(session)
    assert session.score == Score(first=1)
    begin(session)
    assert session.score == Score(first=1)
    session.leave()
    assert session.score == Score(first=1)


def test_the_score_follows_the_people_when_sides_are_swapped():
    session = begun(replace(TWO, swap_sides=True))
    for _ in range(2):
        play(session)
        begin(session)
    assert session.score == Score(first=1, second=1)
    assert session.side == X


def test_sides_stay_after_a_game_that_was_not_finished():
    session = begun(replace(TWO, swap_sides=True))
    play(session, [0])
    begin(session)
    assert session.side == X


def test_a_loaded_game_does_not_count(tmp_path):
    session = begun(replace(TWO, games_file=tmp_path / "games.txt"))
    session.load(read_record("3,3,3: 0,0 1,0 0,1 1,1 0,2 X wins"))
    assert session.is_over
    session.leave()
    assert session.score == Score()
    assert not (tmp_path / "games.txt").exists()


def test_finished_games_are_added_to_the_file_and_can_be_read_again(tmp_path):
    file = tmp_path / "games.txt"
    file.write_text("3,3,3: 1,1 unfinished\n")
    session = begun(replace(TWO, games_file=file))
    play(session)
    begin(session)
    play(session, (4, 0, 8))
    session.leave()
    lines = file.read_text().splitlines()
    assert lines == ["3,3,3: 1,1 unfinished", "3,3,3: 0,0 1,0 0,1 1,1 0,2 X wins"]
    assert read_record(lines[1]).moves == WON_BY_X


def test_undo_and_redo_go_from_one_turn_of_the_person_to_the_next():
    session = begun(Settings(seed=1), O)
    answer(session)
    play(session, CLASSIC.free(session.scene.position)[:1])
    answer(session)
    before = moves(session)
    assert session.is_persons_turn
    session.undo()
    assert len(moves(session)) == 1
    with pytest.raises(BadInput, match="nothing to undo"):
        session.undo()
    session.redo()
    assert moves(session) == before
    with pytest.raises(BadInput, match="nothing to redo"):
        session.redo()


def test_another_move_forgets_what_was_undone_and_the_same_move_does_not():
    session = begun()
    play(session, (4, 0, 8))
    session.go_back(1)
    play(session, [0])
    assert [scene.position for scene in session.undone] == ["O...X...X"]
    session.go_back(1)
    assert len(session.undone) == 2
    play(session, [2])
    assert session.undone == []


def test_going_back_before_a_move_keeps_what_came_after():
    session = begun()
    play(session)
    session.go_back(1)
    assert moves(session) == (0,)
    session.go_back(3)
    assert moves(session) == (0, 3, 1)


def test_every_change_of_the_position_takes_hints_and_mistakes_away():
    session = begun()
    play(session, [0])
    for change in (lambda: play(session, [3]), session.undo, session.redo, lambda: session.go_back(0)):
        session.next_hint()
        session.next_mistake([0])
        change()
        assert (session.hint_step, session.review_step) == (0, None)


def test_a_hint_has_three_steps_and_mistakes_go_round():
    session = begun()
    assert [session.next_hint() for _ in range(4)] == [1, 2, 3, 3]
    session.next_mistake([])
    assert session.review_step is None
    seen = []
    for _ in range(3):
        session.next_mistake([1, 4])
        seen.append(session.review_step)
    assert seen == [2, 5, 2]


def test_a_finished_game_is_stepped_through_to_both_ends():
    session = begun()
    session.step_review(-1)
    assert session.review_step is None  # the game is not over
    play(session)
    steps = []
    for by in (-1, -1, -9, -1, 1, 9, 1):
        session.step_review(by)
        steps.append(session.review_step)
    last = len(session.scenes) - 1
    assert steps == [last - 1, last - 2, 0, 0, 1, None, None]


def test_the_same_seed_replays_a_session():
    def games(seed):
        session = begun(Settings(level=LEVELS[0], seed=seed))
        for _ in range(3):
            while not session.is_over:
                if session.is_persons_turn:
                    play(session, CLASSIC.free(session.scene.position)[:1])
                else:
                    answer(session)
            yield moves(session)
            begin(session)

    assert list(games(4)) == list(games(4))
    assert len({tuple(games(seed)) for seed in range(8)}) > 4


def test_two_files_play_each_other_and_nobody_is_asked():
    session = Session(Settings(), (Path("first.py"), Path("second.py")))
    session.new_game()
    session.choose(X, watching=True)
    session.advance(scene_of(CLASSIC, CLASSIC.start))
    files = []
    while not session.is_over:
        assert session.is_computers_turn
        files.append(session.mover_file)
        play(session, CLASSIC.free(session.scene.position)[:1])
    assert files[:4] == [0, 1, 0, 1]
    assert not session.can_undo
    assert session.player_names("You", "AI") == ("first.py", "second.py")


def test_the_score_starts_again_when_the_number_of_people_changes():
    session = begun()
    play(session)
    session.change(replace(session.settings, two_people=False))
    assert session.score == Score()


def test_a_file_plays_the_classic_board_unless_a_level_is_preferred():
    session = begun(Settings(), files=(Path("mine.py"),))
    assert session.plays_through_file
    session.change(replace(session.settings, game=notation.read_game("4,3,3")))
    assert not session.plays_through_file
    session.change(replace(session.settings, game=CLASSIC))
    assert session.plays_through_file
    session.prefers_file = False
    assert not session.plays_through_file


def test_whose_mistakes_are_of_interest():
    assert begun(Settings(), O).mistakes_of == O
    assert begun(TWO, O).mistakes_of is None


SCENES = [scene_of(CLASSIC, position) for position in Record(CLASSIC, WON_BY_X).positions]


def test_scenes_by_the_rules_tell_their_game():
    assert record_of(CLASSIC, SCENES) == Record(CLASSIC, WON_BY_X)


@pytest.mark.parametrize(("change", "is_illegal"), [
    ({"turn": X}, False), ({"free": []}, False), ({"over": True, "turn": None, "free": []}, False),
    ({"board": notation.to_board(CLASSIC, ".........")}, True), ({"board": notation.to_board(CLASSIC, "XO.......")}, True),
])  # fmt: skip
def test_a_scene_that_contradicts_the_rules_is_found(change, is_illegal):
    odd = replace(SCENES[1], **change)
    assert record_of(CLASSIC, [SCENES[0], odd, *SCENES[2:]]) == Disagreement(odd.position, is_illegal)


@pytest.mark.parametrize("name", [level.name for level in LEVELS])
def test_levels_are_read_by_name(name):
    assert read_level(f" {name.upper()} ").name == name


@pytest.mark.parametrize("text", ["", "god", "random", "5"])
def test_other_levels_are_refused(text):
    with pytest.raises(BadInput, match="is not a level"):
        read_level(text)


def test_boards_are_read_and_too_large_ones_refused():
    assert [read_board(name).name for name in BOARDS] == list(BOARDS)
    with pytest.raises(BadInput, match="256 cells"):
        read_board("16,16,5")


def test_what_is_not_certain_is_said_with_the_number_that_would_be():
    assert "25 cells are free" in levels.unsure_words(25, 0.5)
    assert f"{levels.exact_free_cells(0.5)} or fewer" in levels.unsure_words(25, 0.5)
    assert Settings().exact_free_cells == levels.exact_free_cells(0.5)


def test_a_finished_game_is_kept_as_what_it_was_when_the_board_changes(tmp_path):
    session = begun(replace(TWO, games_file=tmp_path / "games.txt"))
    play(session)
    session.change(replace(session.settings, game=notation.read_game("3,3,3,misere")))
    begin(session)
    assert (tmp_path / "games.txt").read_text() == "3,3,3: 0,0 1,0 0,1 1,1 0,2 X wins\n"
    assert session.score == Score(first=1)


def test_a_loaded_game_leaves_the_sides_as_they_are():
    session = begun(replace(TWO, swap_sides=True))
    play(session)
    session.load(read_record("3,3,3: 1,1 unfinished"))
    assert session.side == X


def test_watching_ends_with_the_game_and_needs_a_board_that_files_know():
    session = Session(Settings(), (Path("first.py"), Path("second.py")))
    session.choose(X, watching=True)
    assert session.is_watching
    session.new_game()
    assert not session.is_watching
    session.change(replace(session.settings, game=notation.read_game("4,3,3")))
    session.choose(X, watching=True)
    assert not session.is_watching


def test_a_long_game_on_a_large_board_is_told_quickly():
    """Work grows with the moves, not with their square times the cells: calls are counted, not seconds."""
    game = notation.read_game("10,10,10")
    session = begun(replace(TWO, game=game))
    play(session, range(60))
    calls = 0
    original = type(game).after

    def counted(self, position, cell):
        nonlocal calls
        calls += 1
        return original(self, position, cell)

    type(game).after = counted
    try:
        assert len(session.record.moves) == 60
    finally:
        type(game).after = original
    assert calls == 60


def test_a_file_with_control_characters_in_its_name_is_named_without_them():
    session = Session(Settings(), (Path("a\x1b[31m.py"), Path("b.py")))
    session.is_watching = True
    assert "\x1b" not in "".join([*session.player_names("You", "AI"), *session.file_names])
