"""A session at the window: levels, hints, undo and redo, values, mistakes, other boards, two people, two files."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest
from conftest import ROOT
from test_window import Robot, notes, panel_text

from noughts.game import notation, solver
from noughts.play.levels import LEVELS
from noughts.play.record import read_record
from noughts.play.session import BOARDS, Score, Settings
from noughts.window import layout, texts
from noughts.window.menu import options

pytestmark = pytest.mark.slow

SETTINGS = Settings(seed=1, wait_seconds=0.05)
TWO = replace(SETTINGS, two_people=True)
H, I, M, N, R, U = (getattr(pygame, f"K_{letter}") for letter in "himnru")


class PatientRobot(Robot):
    """A robot that also waits for the advisor."""

    def rests(self):
        return super().rests() and self.controller.advisor.asked is None

    def play(self, *digits):
        self.press(*map(str, digits))

    @property
    def texts(self):
        return texts.labels(self.controller)


@pytest.fixture
def window_of():
    opened = []

    def open_window(*files, settings=SETTINGS):
        opened.append(PatientRobot(tuple(files), settings=settings))
        opened[-1].live()
        return opened[-1]

    yield open_window
    for each in opened:
        each.controller.close()
    pygame.quit()


def test_a_move_made_before_the_first_board_has_come_is_not_lost(window_of):
    opened = window_of(ROOT / "tictactoe.py")
    opened.controller.new_game()
    opened.controller.choose("X")
    assert opened.session.scene is None
    opened.controller.take((1, 1))
    opened.live()
    assert opened.position[4] == "X"
    assert opened.position.count("O") == 1


def test_a_newcomer_sees_the_title_two_sides_and_one_quiet_word_more(window_of):
    opened = window_of(ROOT / "tictactoe.py")
    assert list(opened.texts.values()) == ["Play as X", "Play as O", "More"]
    opened.press("X")
    assert list(opened.texts.values()) == ["Hint", "Values", "New Game"]
    assert texts.status(opened.controller) == ""
    assert notes(opened) == []


@pytest.mark.parametrize("way", ["mouse", "letters", "arrows"])
def test_more_lists_every_choice_with_a_sentence_and_nothing_resets_anything_else(window_of, way):
    opened = window_of(ROOT / "tictactoe.py")
    session = opened.session

    def listed():
        return options(session, opened.app.view.theme_name)

    def choose(group, key):
        option = next(each for each in listed() if (each.group, each.key) == (group, key))
        assert option.sentence.endswith(".")
        if way == "mouse":
            while ("option", (group, key)) not in opened.app.view.option_rects:
                opened.post(pygame.MOUSEWHEEL, y=-1)
                opened.app.step()
            opened.click("option", (group, key))
            opened.post(pygame.MOUSEWHEEL, y=100)
            opened.app.step()
        elif way == "letters":
            opened.press(getattr(pygame, f"K_{option.letter}"))
        else:
            while opened.app._focus() != ("option", (group, key)):
                opened.press(pygame.K_DOWN)
            opened.press(pygame.K_SPACE)
        opened.live()

    opened.press(M)
    chosen = {each.group: each.key for each in listed() if each.is_chosen}
    assert chosen == {"Opponent": "file", "Board": "3,3,3", "Players": "one", "Sides": "chosen", "Look": "dark"}
    for group, key in [
        ("Look", "light"),
        ("Sides", "swapped"),
        ("Opponent", "casual"),
        ("Board", "4,3,3"),
        ("Players", "two"),
    ]:
        choose(group, key)
        chosen[group] = key
        now = {each.group: each.key for each in listed() if each.is_chosen}
        assert now == {name: chosen[name] for name in now}
    assert not any(each.is_possible for each in listed() if each.group == "Opponent")  # two people need none
    choose("Players", "one")
    choose("Board", "3,3,3")
    choose("Opponent", "file")
    assert session.plays_through_file
    opened.press(pygame.K_ESCAPE)
    assert texts.screen_of(opened.controller) == "choose"


def test_with_two_people_nobody_is_asked_for_a_side(window_of):
    opened = window_of(settings=TWO)
    assert list(opened.texts.values()) == ["Play", "More"]


def test_mistakes_are_offered_only_after_a_game(window_of):
    opened = window_of(settings=TWO)
    opened.press("X", pygame.K_h, "1", "2", "3", "4")  # O has erred
    opened.live(until=lambda: opened.controller.advisor.mistakes)
    assert texts.screen_of(opened.controller) == "play"
    assert not {("mistakes", None), ("retry", None)} & opened.texts.keys()
    opened.press(pygame.K_m)
    assert opened.session.review_step is None


def test_a_file_says_that_it_plays_on_the_classic_board_only(window_of):
    opened = window_of(ROOT / "tictactoe.py")
    opened.controller.pick("Board", "4,3,3")
    file = options(opened.session, "dark")[0]
    assert (file.is_possible, file.is_chosen) == (False, False)
    assert "choose that board first" in file.sentence
    opened.controller.pick("Board", "3,3,3")
    assert options(opened.session, "dark")[0].is_chosen


def test_values_on_the_board_are_the_engines(window_of):
    opened = window_of(settings=TWO)
    opened.press("X", H)
    random = Random(3)
    while not opened.session.is_over:
        game, position = opened.controller.settings.game, opened.position
        exact = solver.verdicts(game, position, game.to_move(position))
        assert opened.controller.advisor.advice.values == exact
        opened.play(random.choice(list(exact)) + 1)
    assert opened.texts["new", None] == "Play Again"


def test_a_move_is_judged_while_values_are_on(window_of):
    opened = window_of(settings=TWO)
    opened.press("X", H)
    opened.play(1, 2)
    assert panel_text(opened).startswith(
        "Move 2, O top middle, throws away the draw: better was centre, which draws. With best play after it:"
    )
    opened.app._mouse = ("cell", (0, 2))
    pointed = texts.blocks(opened.controller, ("cell", (0, 2)))[0].text
    assert pointed == opened.controller.advisor.advice.whys[2]
    assert pointed.startswith("Top right ")
    opened.press(H)
    assert panel_text(opened) is None


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_hint_comes_in_steps_and_goes_with_the_next_move(window_of, way):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press("X")
    opened.play(1)
    said = []
    for _ in range(4):
        opened.click("hint", None) if way == "mouse" else opened.press(I)
        said.append(panel_text(opened))
    assert said[0].startswith("Look at ")
    assert said[2] == said[3]
    assert len(set(said)) == 3
    opened.play(opened.controller.advisor.advice.hint.cell + 1)
    assert panel_text(opened) is None


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_undo_and_redo_go_by_turns_of_the_person(window_of, way):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press("X")
    opened.play(1)
    first = opened.position
    i, j = opened.session.scene.free[0]
    opened.play(3 * i + j + 1)
    second = opened.position
    for name, key, expected in (("undo", U, first), ("undo", U, "." * 9), ("redo", R, first), ("redo", R, second)):
        opened.click(name, None) if way == "mouse" else opened.press(key)
        assert opened.position == expected
    assert ("redo", None) not in opened.texts
    opened.press(U, U)
    opened.play(9)
    assert ("redo", None) not in opened.texts


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_mistakes_after_the_game_and_the_way_back(window_of, way):
    opened = window_of(settings=TWO)
    opened.press("X")
    opened.play(1, 2, 9, 7, 5)
    assert opened.controller.message == "Game Over: X wins."
    go = (lambda name, key: opened.click(name, None)) if way == "mouse" else (lambda name, key: opened.press(key))
    go("mistakes", M)
    assert texts.screen_of(opened.controller) == "review"
    assert panel_text(opened).startswith("Move 2, O top middle, throws away the draw: better was centre, which draws.")
    go("mistakes", M)
    assert panel_text(opened).startswith("Move 3, X bottom right, misses the win")
    go("mistakes", M)
    go("mistakes", M)
    go("retry", pygame.K_t)
    assert opened.position == "X........"
    assert opened.controller.message == "Play as O"
    opened.play(5)
    assert opened.position == "X...O...."


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_finished_game_is_stepped_through_move_by_move(window_of, way):
    opened = window_of(settings=TWO)
    opened.press("X")
    opened.play(1, 2, 9, 7, 5)
    go = (lambda name, key: opened.click(name, None)) if way == "mouse" else (lambda name, key: opened.press(key))
    seen = []
    for _ in range(5):
        go("back", pygame.K_LEFT)
        seen.append((opened.controller.visible_scene.position.count("."), panel_text(opened).partition(",")[0]))
    assert seen == [(5, "Move 4"), (6, "Move 3"), (7, "Move 2"), (8, "Move 1"), (9, "The game begins here.")]
    assert ("back", None) not in opened.texts
    for _ in range(5):
        go("forth", pygame.K_RIGHT)
    assert texts.screen_of(opened.controller) == "over"


def test_no_mistakes_are_offered_after_a_faultless_game_and_no_next_with_one(window_of):
    opened = window_of(settings=TWO)
    opened.press("X")
    opened.play(1, 5, 9, 2, 8, 7, 3, 6, 4)
    assert opened.controller.message == "Game Over: Tie."
    assert panel_text(opened) == "No mistakes."
    assert "Mistakes" not in opened.texts.values()
    opened.press(N, "X")
    opened.play(1, 5, 2, 4, 3)
    assert len(opened.controller.advisor.mistakes) == 1
    opened.press(M)
    assert "Next" not in opened.texts.values()
    assert "Try Again" in opened.texts.values()


def test_only_the_persons_mistakes_are_told(window_of):
    opened = window_of(settings=replace(SETTINGS, level=LEVELS[0], seed=5))
    opened.press("X")
    while not opened.session.is_over:
        i, j = opened.session.scene.free[-1]
        opened.play(3 * i + j + 1)
    assert all(lesson.number % 2 == 0 for lesson in opened.controller.advisor.mistakes)


def test_the_score_of_the_session_sides_swap_sides_and_games_kept(window_of, tmp_path):
    log = tmp_path / "games.txt"
    opened = window_of(settings=replace(TWO, swap_sides=True, games_file=log))
    opened.press("X")
    opened.play(1, 4, 2, 5, 3)
    assert texts.status(opened.controller) == "Player 1 1, Player 2 0, draws 0"
    opened.press(pygame.K_RETURN)
    assert (opened.session.side, opened.controller.message) == ("O", "Play as X")
    opened.play(1, 4, 2, 5, 3)
    assert opened.session.score == Score(1, 1, 0)
    opened.press(U)
    assert opened.session.score == Score(1, 0, 0)
    opened.press(R, N)
    assert opened.session.score == Score(1, 1, 0)
    opened.controller.close()
    lines = log.read_text().splitlines()
    assert [read_record(line).moves for line in lines] == [(0, 3, 1, 4, 2)] * 2


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_played_to_its_end(window_of, name):
    opened = window_of(settings=replace(SETTINGS, game=notation.read_game(name), level=LEVELS[2]))
    game, random = opened.controller.settings.game, Random(name)
    opened.press("O", H)
    moves = 0
    while not opened.session.is_over:
        assert len(opened.session.scene.free) == len(game.free(opened.position))
        opened.click("cell", random.choice(opened.session.scene.free))
        moves += 1
        assert moves < 30
    assert game.is_over(opened.position)
    assert opened.session.scene.winner == game.winner(opened.position)


def test_on_a_large_board_it_says_best_found_and_is_sure_later(window_of):
    opened = window_of(settings=replace(SETTINGS, game=notation.read_game("5,5,4")))
    opened.press("X", H)
    assert "Too large to solve: the computer plays a move proved best, or else the best one found." in notes(opened)
    assert "exact values need" in panel_text(opened)


def test_the_weakest_level_can_be_beaten(window_of):
    opened = window_of(settings=replace(SETTINGS, level=LEVELS[0]))
    won = 0
    for _ in range(6):
        opened.press("X")
        while not opened.session.is_over:
            best = solver.best_moves(opened.controller.settings.game, opened.position, "X")
            opened.play(best[0] + 1)
        won += opened.session.scene.winner == "X"
        opened.press(N)
    assert won >= 3
    assert opened.session.score.first == won


def test_two_files_play_each_other_in_the_window(window_of, student):
    first = student("def minimax(board): return min(actions(board))", "first.py")
    second = student("def minimax(board): return max(actions(board))", "second.py")
    opened = window_of(first, second)
    assert opened.texts["watch", None] == "Watch"
    opened.click("watch", None)
    assert opened.controller.message == "Game Over: X wins."
    assert {"first.py thinking...", "second.py thinking..."} <= set(opened.said)
    assert texts.status(opened.controller) == "first.py 1, second.py 0, draws 0"


def test_through_a_file_values_are_labelled_and_step_aside_where_it_contradicts_the_rules(window_of, student):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press("X", H)
    assert notes(opened) == ["The values come from Noughts, not from tictactoe.py."]
    odd = window_of(
        student("def actions(board): return {(i, j) for i in range(3) for j in range(2) if board[i][j] is None}")
    )
    odd.press("X", H)
    assert (
        panel_text(odd)
        == "Noughts can neither judge nor record this game: tictactoe.py and the rules disagree about ........."
    )
    odd.click("cell", (0, 0))
    assert odd.position[0] == "X"


def test_a_file_gives_way_to_a_level_and_comes_back(window_of, student):
    opened = window_of(student("def minimax(board): return max(actions(board))"))
    opened.press(M, pygame.K_b, pygame.K_ESCAPE, "X")  # the second choice: the weakest level
    opened.play(1)
    assert not opened.session.plays_through_file
    opened.press(N, M, pygame.K_a, pygame.K_ESCAPE, "X")
    opened.play(1)
    assert opened.position == "X.......O"


KEYS = [pygame.K_x, pygame.K_o, H, I, M, N, R, U, pygame.K_l, pygame.K_b, pygame.K_p, pygame.K_s, pygame.K_w, pygame.K_TAB,
        pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN, pygame.K_SPACE, pygame.K_q, pygame.K_F1, *range(pygame.K_1, pygame.K_9 + 1)]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_no_row_of_keys_and_clicks_does_any_harm(window_of, seed, student):
    """A monkey at the window: keys, clicks on targets and beside them, in any order."""
    random = Random(seed)
    files = () if seed % 2 else (ROOT / "tictactoe.py", student(name="other.py"))
    opened = window_of(*files, settings=replace(SETTINGS, two_people=seed == 3))
    for _ in range(150):
        if random.random() < 0.6:
            opened.press(random.choice(KEYS), rest=False)
        elif random.random() < 0.7:
            opened.click(
                *random.choice(list(layout.lay_out(opened.app.surface.get_size(), opened.controller).targets)),
                rest=False,
            )
        else:
            opened.post(pygame.MOUSEBUTTONDOWN, pos=(random.randrange(640), random.randrange(640)), button=1)
        opened.app.step()
    opened.live()
    assert opened.app.running
    assert opened.controller.trouble is None


def test_a_whole_session_by_keyboard_alone(window_of):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press(M, pygame.K_b, pygame.K_p, pygame.K_ESCAPE, "X", I, H)  # the weakest level, sides swapped
    for _ in range(3):
        while not opened.session.is_over:
            opened.press(
                pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN, pygame.K_RIGHT
            )
        opened.press(M, U, R, pygame.K_RETURN)
        if texts.screen_of(opened.controller) == "over":
            opened.press(pygame.K_RETURN)
    assert opened.session.score != Score()
    if texts.screen_of(opened.controller) == "review":
        opened.press(pygame.K_ESCAPE)  # closes the review
    opened.press(pygame.K_ESCAPE)
    assert opened.app.running
    assert "Press Esc again to quit" in panel_text(opened)
    opened.press(pygame.K_ESCAPE)
    assert not opened.app.running


def test_after_watching_two_files_the_next_game_is_what_was_chosen(window_of, student):
    opened = window_of(student(name="first.py"), student(name="second.py"))
    opened.click("watch", None)
    opened.press(N)
    opened.controller.pick("Board", "4,3,3")
    assert ("watch", None) not in opened.texts
    opened.press("X")
    opened.click("cell", (0, 3))
    assert opened.controller.trouble is None
    assert len(opened.session.scenes) == 3


def test_redo_after_a_fault_lets_the_computer_go_on(window_of, student):
    opened = window_of(
        student("_r = result\ndef result(board, action):\n    if action == (2, 2): 1 / 0\n    return _r(board, action)")
    )
    opened.press("X")
    opened.play(1)
    opened.press(U)
    opened.play(9)
    assert "ZeroDivisionError" in opened.controller.trouble
    opened.press(R)
    assert opened.controller.trouble is None
    assert opened.controller.message == "Play as X"
