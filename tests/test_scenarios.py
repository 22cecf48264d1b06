"""Every front end gives the same answers to the same sequence of actions: the table of tests/scenarios."""

from __future__ import annotations

import threading
import tomllib
from typing import ClassVar

import pygame
import pytest
from conftest import IN_BROWSER, ROOT
from test_window_session import PatientRobot

from noughts.play.session import Settings
from noughts.terminal import loop
from noughts.terminal.conversation import Conversation
from noughts.web import server

SCENARIOS = tomllib.loads((ROOT / "tests" / "scenarios" / "session.toml").read_text())["scenario"]
KEYS = {"undo": pygame.K_u, "redo": pygame.K_r, "hint": pygame.K_i, "new": pygame.K_n}


def settings(people):
    return Settings(two_people=people == 2, seed=1, wait_seconds=0.05)


def state_of(session):
    """The state that scenarios speak of, from a session of the package."""
    score = session.score
    return {
        "moves": len(session.scenes) - 1,
        "undo": session.can_undo,
        "redo": bool(session.undone),
        "over": session.is_over,
        "score": [score.first, score.second, score.draws],
        "games": score.first + score.second + score.draws,
        "hint": session.hint_step,
    }


class Terminal:
    def __init__(self, people):
        self.talk = Conversation(settings(people))
        self.talk.start_game()
        self.answer()

    def answer(self):
        while self.talk.is_computers_turn:
            loop.move_computer(self.talk)

    def do(self, action):
        word, _, cell = action.partition(" ")
        loop.execute(self.talk, str(int(cell) + 1) if word == "move" else word)
        if self.talk.confirmed:
            loop.execute(self.talk, word)  # an unfinished game is left only after the command is typed again
        self.answer()

    def free(self):
        return self.talk.game.free(self.talk.position)

    def state(self):
        return state_of(self.talk)

    def close(self):
        pass


class Window:
    def __init__(self, people):
        self.robot = PatientRobot((), settings=settings(people))
        self.robot.live()
        self.robot.press("X")

    def do(self, action):
        word, _, cell = action.partition(" ")
        self.robot.press(str(int(cell) + 1) if word == "move" else KEYS[word])
        if word == "new":
            self.robot.press("X")

    def free(self):
        return [3 * row + column for row, column in self.robot.session.scene.free]

    def state(self):
        return state_of(self.robot.session)

    def close(self):
        self.robot.controller.close()
        pygame.quit()


class Page:
    BUTTONS: ClassVar = {"undo": "#undo", "redo": "#redo", "hint": "#hint", "new": "#again"}

    def __init__(self, people, page):
        self.page, self.people = page, people
        page.wait_for_selector("[role=grid]")
        if people == 2:
            page.select_option("#side", "two")

    def do(self, action):
        word, _, cell = action.partition(" ")
        if word == "move":
            self.page.locator("[role=gridcell]").nth(int(cell)).click()
        elif not self.page.is_disabled(self.BUTTONS[word]):
            self.page.click(self.BUTTONS[word])
        self.page.wait_for_function(
            "() => noughts.play.isOver || noughts.play.isPersons(noughts.play.game.toMove(noughts.play.position))"
        )

    def free(self):
        return self.page.evaluate("noughts.play.game.free(noughts.play.position)")

    def state(self):
        score = self.page.evaluate("noughts.play.score.counts")["two" if self.people == 2 else "you"]
        return {
            "moves": self.page.evaluate("noughts.play.moves.length"),
            "undo": not self.page.is_disabled("#undo"),
            "redo": not self.page.is_disabled("#redo"),
            "over": self.page.evaluate("noughts.play.isOver"),
            "score": score,
            "games": sum(score),
            "hint": self.page.evaluate("noughts.play.hints"),
        }

    def close(self):
        pass


def run(front_end, scenario):
    for action, expected in scenario["steps"]:
        if action == "first free":
            front_end.do(f"move {front_end.free()[0]}")
        elif action == "to the end":
            while not front_end.state()["over"]:
                front_end.do(f"move {front_end.free()[0]}")
        else:
            front_end.do(action)
        state = front_end.state()
        assert {name: state[name] for name in expected} == expected, action


@pytest.fixture(params=SCENARIOS, ids=lambda scenario: scenario["name"])
def scenario(request):
    return request.param


def test_the_terminal(scenario, capsys):
    run(Terminal(scenario["people"]), scenario)


@pytest.mark.slow
def test_the_window(scenario):
    window = Window(scenario["people"])
    try:
        run(window, scenario)
    finally:
        window.close()


@IN_BROWSER
def test_the_page(scenario, browser):
    running = server.make_server()
    threading.Thread(target=running.serve_forever, daemon=True).start()
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{running.server_address[1]}/")
        run(Page(scenario["people"], page), scenario)
    finally:
        context.close()
        running.shutdown()
        running.server_close()
