"""The choices before a game: the opponent, the board, one or two people, and whether sides are swapped."""

from __future__ import annotations

from dataclasses import replace

from noughts.game import notation
from noughts.game.rules import CLASSIC, Game
from noughts.play.file_process import name_of
from noughts.play.levels import LEVELS
from noughts.play.session import BOARDS, Session, Settings


class Menu:
    """The menu of choices, which change the settings of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.is_open = False  # whether the choices other than the side are shown

    @property
    def settings(self) -> Settings:
        """How games are played."""
        return self.session.settings

    @property
    def name(self) -> str:
        """The name of the file or engine that plays, for display."""
        return name_of(self.session.files[0] if self.session.plays_through_file else None)

    def next_level(self) -> None:
        """Choose the next opponent: the file if there is one, then each level, the weakest first."""
        session = self.session
        if session.plays_through_file:
            session.prefers_file = False
            session.change(replace(self.settings, level=LEVELS[0]))
        elif self.settings.level == LEVELS[-1] and session.files:
            session.prefers_file = True
            session.change(replace(self.settings, game=CLASSIC))
        else:
            level = LEVELS[(LEVELS.index(self.settings.level) + 1) % len(LEVELS)]
            session.change(replace(self.settings, level=level))

    def next_board(self) -> None:
        """Choose the next board. A file can play only on the classic board, so a level plays on the others."""
        now = BOARDS.index(self.settings.game.name) if self.settings.game.name in BOARDS else -1
        game = notation.read_game(BOARDS[(now + 1) % len(BOARDS)])
        self.session.change(replace(self.settings, game=game))

    def toggle_people(self) -> None:
        """Play with two people, or against the computer."""
        self.session.change(replace(self.settings, two_people=not self.settings.two_people))

    def toggle_swap(self) -> None:
        """Turn the swapping of sides after each game on or off."""
        self.session.change(replace(self.settings, swap_sides=not self.settings.swap_sides))

    @property
    def labels(self) -> dict[str, str]:
        """The label of each choice, with its current value."""
        against = self.name if self.session.plays_through_file else f"{self.settings.level.name} level"
        return {
            "level": f"Against: {'another person' if self.settings.two_people else against}",
            "board": f"Board: {board_words(self.settings.game)}",
            "two": f"People: {2 if self.settings.two_people else 1}",
            "turns": f"Sides: {'swapped' if self.settings.swap_sides else 'chosen'}",
        }


def board_words(game: Game) -> str:
    """Return a description of a board."""
    length = max(map(len, game.lines), default=0)
    loses = ", a line loses" if game.misere else ""
    return f"{game.columns} x {game.rows}, {length} in a row{loses}"
