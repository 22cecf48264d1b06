"""The choices before a game: the opponent, the board, one or two people, and whether sides are swapped."""

from dataclasses import replace

from noughts.game import notation
from noughts.game.rules import CLASSIC, Game
from noughts.play.file_process import name_of
from noughts.play.levels import LEVELS
from noughts.play.session import BOARDS, Session


class Menu:
    """The choices, which change the settings of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.is_open = False  # whether the choices other than the side are shown

    def toggle(self) -> None:
        """Open or close the menu."""
        self.is_open = not self.is_open

    def choose_next(self, name: str) -> None:
        """Choose the next value of "level", "board", "two" (people at one board) or "turns" (swapping of sides)."""
        session, settings = self.session, self.session.settings
        if name == "level":
            self._choose_next_opponent()
        elif name == "board":  # a file can play only on the classic board, so a level plays on the others
            index = BOARDS.index(settings.game.name) if settings.game.name in BOARDS else -1
            session.change(replace(settings, game=notation.read_game(BOARDS[(index + 1) % len(BOARDS)])))
        elif name == "two":
            session.change(replace(settings, two_people=not settings.two_people))
        else:
            session.change(replace(settings, swap_sides=not settings.swap_sides))

    def _choose_next_opponent(self) -> None:
        """Choose the file if there is one, then each level, the weakest first."""
        session, settings = self.session, self.session.settings
        if session.plays_through_file:
            session.prefers_file = False
            session.change(replace(settings, level=LEVELS[0]))
        elif settings.level == LEVELS[-1] and session.files:
            session.prefers_file = True
            session.change(replace(settings, game=CLASSIC))
        else:
            session.change(replace(settings, level=LEVELS[(LEVELS.index(settings.level) + 1) % len(LEVELS)]))

    @property
    def labels(self) -> dict[str, str]:
        """The label of each choice, with its current value."""
        session, settings = self.session, self.session.settings
        against = computer_name(session) if session.plays_through_file else f"{settings.level.name} level"
        return {
            "level": f"Against: {'another person' if settings.two_people else against}",
            "board": f"Board: {board_words(settings.game)}",
            "two": f"People: {2 if settings.two_people else 1}",
            "turns": f"Sides: {'swapped' if settings.swap_sides else 'chosen'}",
        }


def computer_name(session: Session) -> str:
    """Return the name of what makes the computer's moves: the first file, or our engine."""
    return name_of(session.files[0] if session.plays_through_file else None)


def board_words(game: Game) -> str:
    """Return the size of a board and the length of its lines, e.g. "4 x 3, 3 in a row"."""
    loses = ", a line loses" if game.misere else ""
    return f"{game.columns} x {game.rows}, {max(map(len, game.lines), default=0)} in a row{loses}"
