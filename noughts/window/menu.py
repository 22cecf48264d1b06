"""The options of the menu "More": opponent, board, players, sides and look. No pygame here."""

import string
from dataclasses import dataclass

from noughts.game import notation
from noughts.game.rules import CLASSIC, Game
from noughts.play.file_process import name_of
from noughts.play.levels import LEVELS
from noughts.play.session import BOARDS, Session

LETTERS = string.ascii_lowercase

FILE_SENTENCE = "The moves and the rules come from the file."
TWO_FILES_SENTENCE = "Play against the first file, or watch both files play."
OTHER_BOARD_SENTENCE = "Only for 3 x 3, 3 in a row: choose that board first."
BOARD_SENTENCES = {
    "3,3,3": "The classic game: a draw with best play.",
    "3,3,3,misere": "Whoever completes a line loses.",
    "4,3,3": "One column more than the classic board: X can force a win.",
    "4,4,3": "Room for many lines of three: X wins quickly.",
    "4,4,4": "Four in a row on four by four: hard to win.",
    "5,5,4": "Four in a row with more room: to win, make two threats at once.",
}


@dataclass(frozen=True)
class Option:
    """An option of the menu, identified by `group` and `key`, and a sentence about it. Typing `letter` chooses it."""

    group: str
    key: str
    label: str
    sentence: str
    is_chosen: bool
    is_possible: bool = True
    letter: str = ""


def options(session: Session, theme: str) -> list[Option]:
    """Return all options, group by group, each with its letter."""
    groups = [*opponents(session), *boards(session), *players(session), *sides(session), *looks(theme)]
    return [Option(**{**vars(option), "letter": letter}) for option, letter in zip(groups, LETTERS, strict=False)]


def opponents(session: Session) -> list[Option]:
    """Return the options for the opponent: the named files, if any, and the levels."""
    is_classic, is_alone = session.settings.game == CLASSIC, not session.settings.two_people
    sentence = TWO_FILES_SENTENCE if session.can_watch else FILE_SENTENCE
    files = [
        Option(
            "Opponent", "file", " and ".join(name_of(path) for path in session.files),
            sentence if is_classic else OTHER_BOARD_SENTENCE,
            session.plays_through_file and is_alone, is_classic and is_alone,
        )
    ] if session.files else []  # fmt: skip
    levels = [
        Option("Opponent", level.name, level.name.capitalize(), level.sentence,
               is_alone and not session.plays_through_file and session.settings.level == level, is_alone)
        for level in LEVELS
    ]  # fmt: skip
    return files + levels


def boards(session: Session) -> list[Option]:
    """Return the options for the board: the suggested boards, and the current one if it is none of them."""
    current = session.settings.game.name
    names = BOARDS if current in BOARDS else (*BOARDS, current)
    return [
        Option("Board", name, board_words(notation.read_game(name)), BOARD_SENTENCES.get(name, "Your own board."),
               name == current)
        for name in names
    ]  # fmt: skip


def players(session: Session) -> list[Option]:
    """Return the options for the number of people."""
    is_two = session.settings.two_people
    return [
        Option("Players", "one", "One person", "You play against the opponent above.", not is_two),
        Option("Players", "two", "Two people", "Both play at this window, in turns.", is_two),
    ]


def sides(session: Session) -> list[Option]:
    """Return the options for the sides: chosen before each game, or swapped after it."""
    swaps, is_alone = session.settings.swap_sides, not session.settings.two_people
    return [
        Option("Sides", "chosen", "Chosen", "You choose X or O before each game.", not swaps, is_alone),
        Option("Sides", "swapped", "Swapped", "You change sides after each game.", swaps, is_alone),
    ]


def looks(theme: str) -> list[Option]:
    """Return the options for the theme."""
    return [
        Option("Look", "dark", "Dark", "Light marks on a dark background.", theme == "dark"),
        Option("Look", "light", "Light", "Dark marks on a light background.", theme == "light"),
    ]


def board_words(game: Game) -> str:
    """Return a game in words: columns, rows and longest line, e.g. "4 x 3, 3 in a row", and whether a line loses."""
    loses = ", a line loses" if game.misere else ""
    return f"{game.columns} x {game.rows}, {max(map(len, game.lines), default=0)} in a row{loses}"
