"""An evening at the window: levels, hints, undo and redo, values, mistakes, other boards, two people, two files."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest
from conftest import ROOT
from test_window import Robot

from noughts import notation, search
from noughts.evening import BOARDS, Score, Settings
from noughts.play import LEVELS
from noughts.record import read_record
from noughts.window import layout

SETTINGS = Settings(seed=1, seconds=0.05)
TWO = replace(SETTINGS, two_people=True)
H, I, M, N, R, U = (getattr(pygame, f"K_{letter}") for letter in "himnru")


class Evening(Robot):
    """A robot that also waits for the guide."""

    def rests(self):
        return super().rests() and not self.flow.guide.is_waiting

    def play(self, *digits):
        self.press(*map(str, digits))

    @property
    def texts(self):
        return layout.labels(self.flow)


@pytest.fixture
def window_of():
    opened = []

    def open_window(*files, settings=SETTINGS):
        opened.append(Evening(tuple(files), settings=settings))
        opened[-1].live()
        return opened[-1]

    yield open_window
    for each in opened:
        each.flow.close()
    pygame.quit()


def test_a_move_made_before_the_first_board_has_come_is_not_lost(window_of):
    opened = window_of(ROOT / "tictactoe.py")
    opened.flow.new_game()
    opened.flow.choose("X")
    assert opened.flow.scene is None
    opened.flow.take((1, 1))
    opened.live()
    assert opened.position[4] == "X"
    assert opened.position.count("O") == 1


def test_a_newcomer_sees_the_title_two_sides_and_one_quiet_word_more(window_of):
    opened = window_of(ROOT / "tictactoe.py")
    assert list(opened.texts.values()) == ["Play as X", "Play as O", "More"]
    opened.press("X")
    assert list(opened.texts.values()) == ["Hint", "Values", "New Game"]
    assert layout.status(opened.flow) == ""


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_more_offers_opponent_board_people_and_sides(window_of, way):
    opened = window_of(ROOT / "tictactoe.py")
    keys = {"more": M, "level": pygame.K_l, "board": pygame.K_b, "two": pygame.K_p, "turns": pygame.K_s}

    def choose(name):
        opened.click(name, None) if way == "mouse" else opened.press(keys[name])

    choose("more")
    assert opened.texts["level", None] == "Against: tictactoe.py"
    seen = []
    for _ in range(len(LEVELS) + 1):
        choose("level")
        seen.append(opened.texts["level", None])
    assert seen == [*(f"Against: {level.name} level" for level in LEVELS), "Against: tictactoe.py"]
    boards = []
    for _ in BOARDS:
        choose("board")
        boards.append(opened.flow.settings.game.name)
    assert sorted(boards) == sorted(BOARDS)
    choose("two")
    assert opened.texts["two", None] == "People: 2"
    choose("turns")
    assert opened.texts["turns", None] == "Sides: by turns"
    choose("more")
    assert ("level", None) not in opened.texts


def test_values_on_the_board_are_the_engines(window_of):
    opened = window_of(settings=TWO)
    opened.press("X", H)
    random = Random(3)
    while not opened.flow.is_over:
        game, position = opened.flow.settings.game, opened.position
        exact = search.verdicts(game, position, game.to_move(position))
        shown = {notation.from_pair(game, pair): verdict for pair, verdict in opened.flow.guide.advice.values.items()}
        assert shown == exact
        opened.play(random.choice(list(exact)) + 1)
    assert opened.texts["new", None] == "Play Again"


def test_a_move_is_judged_while_values_are_on(window_of):
    opened = window_of(settings=TWO)
    opened.press("X", H)
    opened.play(1, 2)
    assert layout.panel_text(opened.flow) == "The last move throws away the draw."
    opened.press(H)
    assert layout.panel_text(opened.flow) is None


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_a_hint_comes_in_steps_and_goes_with_the_next_move(window_of, way):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press("X")
    opened.play(1)
    texts = []
    for _ in range(4):
        opened.click("hint", None) if way == "mouse" else opened.press(I)
        texts.append(layout.panel_text(opened.flow))
    assert texts[0].startswith("Look at ")
    assert texts[2] == texts[3]
    assert len(set(texts)) == 3
    i, j = opened.flow.guide.advice.hint.cell
    opened.play(3 * i + j + 1)
    assert layout.panel_text(opened.flow) is None


@pytest.mark.parametrize("way", ["mouse", "keyboard"])
def test_undo_and_redo_by_turns_of_the_person(window_of, way):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press("X")
    opened.play(1)
    first = opened.position
    i, j = opened.flow.scene.free[0]
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
    assert opened.flow.message == "Game Over: X wins."
    go = (lambda name, key: opened.click(name, None)) if way == "mouse" else (lambda name, key: opened.press(key))
    go("mistakes", M)
    assert layout.stage(opened.flow) == "lesson"
    assert layout.panel_text(opened.flow).startswith("Move 2, O 0,1, throws away the draw: 1,1 draws.")
    go("mistakes", M)
    assert layout.panel_text(opened.flow).startswith("Move 3, X 2,2, lets the win go")
    go("mistakes", M)
    go("mistakes", M)
    go("retry", pygame.K_RETURN)
    assert opened.position == "X........"
    assert opened.flow.message == "Play as O"
    opened.play(5)
    assert opened.position == "X...O...."


def test_only_the_persons_mistakes_are_told(window_of):
    opened = window_of(settings=replace(SETTINGS, level=LEVELS[0], seed=5))
    opened.press("X")
    while not opened.flow.is_over:
        i, j = opened.flow.scene.free[-1]
        opened.play(3 * i + j + 1)
    assert all(lesson.number % 2 == 0 for lesson in opened.flow.guide.lessons)


def test_the_score_of_the_evening_sides_by_turns_and_games_kept(window_of, tmp_path):
    log = tmp_path / "games.txt"
    opened = window_of(settings=replace(TWO, by_turns=True, log=log))
    opened.press("X")
    opened.play(1, 4, 2, 5, 3)
    assert layout.status(opened.flow) == "Player 1 1, Player 2 0, ties 0"
    opened.press(pygame.K_RETURN)
    assert (opened.flow.you, opened.flow.message) == ("O", "Play as X")
    opened.play(1, 4, 2, 5, 3)
    assert opened.flow.score_now == Score(1, 1, 0)
    opened.press(U)
    assert opened.flow.score_now == Score(1, 0, 0)
    opened.press(R, N)
    assert opened.flow.score == Score(1, 1, 0)
    opened.flow.close()
    lines = log.read_text().splitlines()
    assert [read_record(line).moves for line in lines] == [(0, 3, 1, 4, 2)] * 2


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_is_played_to_its_end(window_of, name):
    opened = window_of(settings=replace(SETTINGS, game=notation.read_game(name), level=LEVELS[2]))
    game, random = opened.flow.settings.game, Random(name)
    opened.press("O", H)
    moves = 0
    while not opened.flow.is_over:
        assert len(opened.flow.scene.free) == len(game.free(opened.position))
        opened.click("cell", random.choice(opened.flow.scene.free))
        moves += 1
        assert moves < 30
    assert game.is_over(opened.position)
    assert opened.flow.scene.winner == game.winner(opened.position)


def test_on_a_large_board_it_says_best_found_and_is_sure_later(window_of):
    opened = window_of(settings=replace(SETTINGS, game=notation.read_game("5,5,4")))
    opened.press("X", H)
    assert "plays the best it finds" in layout.status(opened.flow)
    assert "certain only with" in layout.panel_text(opened.flow)


def test_the_weakest_level_can_be_beaten(window_of):
    opened = window_of(settings=replace(SETTINGS, level=LEVELS[0]))
    won = 0
    for _ in range(6):
        opened.press("X")
        while not opened.flow.is_over:
            best = search.best_moves(opened.flow.settings.game, opened.position, "X")
            opened.play(best[0] + 1)
        won += opened.flow.scene.winner == "X"
        opened.press(N)
    assert won >= 3
    assert opened.flow.score.first == won


def test_two_files_play_each_other_in_the_window(window_of, student):
    first = student("def minimax(board): return min(actions(board))", "first.py")
    second = student("def minimax(board): return max(actions(board))", "second.py")
    opened = window_of(first, second)
    assert opened.texts["watch", None] == "Watch"
    opened.click("watch", None)
    assert opened.flow.message == "Game Over: X wins."
    assert {"first.py thinking...", "second.py thinking..."} <= set(opened.said)
    assert layout.status(opened.flow) == "first.py 1, second.py 0, ties 0"


def test_through_a_file_values_are_labelled_and_step_aside_where_it_contradicts_the_rules(window_of, student):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press("X", H)
    assert "values by Noughts, moves by tictactoe.py" in layout.status(opened.flow)
    odd = window_of(
        student("def actions(board): return {(i, j) for i in range(3) for j in range(2) if board[i][j] is None}")
    )
    odd.press("X", H)
    assert layout.panel_text(odd.flow) == "No values or hints: tictactoe.py sees ......... otherwise than the rules do."
    odd.click("cell", (0, 0))
    assert odd.position[0] == "X"


def test_a_file_gives_way_to_a_level_and_comes_back(window_of, student):
    opened = window_of(student("def minimax(board): return max(actions(board))"))
    opened.press(M, pygame.K_l, "X")
    opened.play(1)
    assert not opened.flow.menu.is_through_file
    opened.press(N)
    for _ in LEVELS:
        opened.press(pygame.K_l)
    opened.press("X")
    opened.play(1)
    assert opened.position == "X.......O"


KEYS = [pygame.K_x, pygame.K_o, H, I, M, N, R, U, pygame.K_l, pygame.K_b, pygame.K_p, pygame.K_s, pygame.K_w, pygame.K_TAB,
        pygame.K_UP, pygame.K_LEFT, pygame.K_RETURN, pygame.K_SPACE, pygame.K_q, pygame.K_F5, *range(pygame.K_1, pygame.K_9 + 1)]  # fmt: skip


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
            opened.click(*random.choice(list(layout.lay_out((640, 640), opened.flow).targets)), rest=False)
        else:
            opened.post(pygame.MOUSEBUTTONDOWN, pos=(random.randrange(640), random.randrange(640)), button=1)
        opened.app.step()
    opened.live()
    assert opened.app.running
    assert opened.flow.trouble is None


def test_a_whole_evening_by_keyboard_alone(window_of):
    opened = window_of(ROOT / "tictactoe.py")
    opened.press(M, pygame.K_l, pygame.K_s, "X", I, H)  # against the weakest level, sides by turns
    for _ in range(3):
        while not opened.flow.is_over:
            opened.press(
                pygame.K_RETURN, pygame.K_RIGHT, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN, pygame.K_RIGHT
            )
        opened.press(M, U, R, pygame.K_RETURN)
        if layout.stage(opened.flow) == "over":
            opened.press(pygame.K_RETURN)
    assert opened.flow.score.games >= 1
    opened.press(pygame.K_ESCAPE)
    assert not opened.app.running
