"""What can be chosen before a game: the opponent, the board, how many people, whether sides go by turns."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from noughts import notation
from noughts.evening import BOARDS, Settings
from noughts.partner import name_of
from noughts.play import LEVELS
from noughts.rules import CLASSIC, Game


class Menu:
    """The choices as they stand."""

    def __init__(self, files: tuple[Path, ...], settings: Settings) -> None:
        self.files, self.settings = files, settings
        self.is_open = False  # are the choices beyond the two sides shown?
        self._is_file_wanted = True

    @property
    def is_through_file(self) -> bool:
        """Do the rules and the computer's moves come from a file?"""
        return bool(self.files) and self._is_file_wanted and self.settings.game == CLASSIC

    @property
    def name(self) -> str:
        """What is played through, as a person calls it."""
        return name_of(self.files[0] if self.is_through_file else None)

    def next_level(self) -> None:
        """Another opponent: the file, if there is one, then level after level, from the weakest on."""
        if self.is_through_file:
            self._is_file_wanted = False
            self.settings = replace(self.settings, level=LEVELS[0])
        elif self.settings.level == LEVELS[-1] and self.files:
            self._is_file_wanted = True
            self.settings = replace(self.settings, game=CLASSIC)
        else:
            level = LEVELS[(LEVELS.index(self.settings.level) + 1) % len(LEVELS)]
            self.settings = replace(self.settings, level=level)

    def next_board(self) -> None:
        """Another board. A file can play only the classic one, so a level takes its place on the others."""
        now = BOARDS.index(self.settings.game.name) if self.settings.game.name in BOARDS else -1
        game = notation.read_game(BOARDS[(now + 1) % len(BOARDS)])
        self.settings = replace(self.settings, game=game)

    def toggle_two(self) -> None:
        """Two people at one board, or no longer."""
        self.settings = replace(self.settings, two_people=not self.settings.two_people)

    def toggle_turns(self) -> None:
        """Sides swapped after each game, or chosen."""
        self.settings = replace(self.settings, by_turns=not self.settings.by_turns)

    def engine(self, number: int) -> dict[str, object]:
        """What our own engine must know to play the game of that number."""
        settings = self.settings
        return {"game": settings.game.name, "level": settings.level.name, "seed": f"{settings.seed} {number}",
                "seconds": settings.seconds}  # fmt: skip

    @property
    def labels(self) -> dict[str, str]:
        """Each choice as it stands."""
        against = self.name if self.is_through_file else f"{self.settings.level.name} level"
        return {
            "level": f"Against: {'another person' if self.settings.two_people else against}",
            "board": f"Board: {board_words(self.settings.game)}",
            "two": f"People: {2 if self.settings.two_people else 1}",
            "turns": f"Sides: {'by turns' if self.settings.by_turns else 'chosen'}",
        }


def board_words(game: Game) -> str:
    """A board as people say it."""
    length = max(map(len, game.lines), default=0)
    loses = ", who completes a line loses" if game.misere else ""
    return f"{game.columns} x {game.rows}, {length} in a row{loses}"
