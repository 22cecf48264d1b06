"""A session: games one after the other, in the terminal or in the window.

A session keeps the moves made and undone, the score, the settings, and how much help is shown. It starts no process and
reads no input: after each move, the terminal or the window passes it a scene made by the rules or by a student's file.

    first       the player whose score comes first: the person, or the first of two people or two files
    second      the other player: the computer, or the second of two people or two files
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from noughts.errors import BadInput
from noughts.game import notation
from noughts.game.rules import CLASSIC, Game, Mark, X, other
from noughts.play import levels
from noughts.play.advice import HINT_STEPS
from noughts.play.levels import PERFECT, Level
from noughts.play.record import Disagreement, Record, Scene, record_of, scene_of, to_text
from noughts.support.text import printable

# The boards that the window and the terminal suggest; others can be typed.
BOARDS = ("3,3,3", "3,3,3,misere", "4,3,3", "4,4,3", "4,4,4", "5,5,4")
CELLS_MAX = 225  # of a board: 15 x 15, as in gomoku; on larger ones, looking two plies ahead takes long


@dataclass(frozen=True)
class Settings:
    """The settings of a session."""

    game: Game = CLASSIC
    level: Level = PERFECT
    two_people: bool = False
    swap_sides: bool = False  # after each game
    seed: int = 0
    wait_seconds: float = levels.WAIT_SECONDS  # how long a search for a move or for advice may take
    games_file: Path | None = None  # finished games are added to it, one per line

    @property
    def exact_free_cells(self) -> int:
        """The largest number of free cells with which values and hints are exact."""
        return levels.exact_free_cells(self.wait_seconds)


@dataclass(frozen=True)
class Score:
    """How many games the first and the second player won, and how many were drawn."""

    first: int = 0
    second: int = 0
    draws: int = 0

    def after(self, winner: Mark | None, side_of_first: Mark) -> Self:
        """Return the score after another game; `winner` is None after a draw."""
        if winner is None:
            return replace(self, draws=self.draws + 1)
        if winner == side_of_first:
            return replace(self, first=self.first + 1)
        return replace(self, second=self.second + 1)

    def words(self, first: str, second: str) -> str:
        """Return the score in words; `first` and `second` are the names of the players."""
        return f"{first} {self.first}, {second} {self.second}, draws {self.draws}"


def read_board(text: str) -> Game:
    """Return the game of that name; raise BadInput if there is none or its board has more than CELLS_MAX cells."""
    game = notation.read_game(text)
    if len(game.cells) > CELLS_MAX:
        raise BadInput(f"{text!r} has {len(game.cells)} cells: choose a board with at most {CELLS_MAX} cells")
    return game


class Session:
    """The current game, the score and the settings."""

    def __init__(self, settings: Settings, files: tuple[Path, ...] = ()) -> None:
        self.settings, self.files = settings, files
        self.prefers_file = True  # False after a level has been chosen instead
        self.is_watching = False  # two files play each other
        self.side: Mark | None = None  # of the first player; None until it is chosen
        self.next_side: Mark = X
        self.scenes: list[Scene] = []
        self.undone: list[Scene] = []  # the next to redo comes first
        self.number = 0  # of the game, from 1
        self.values_on = False
        self.hint_step = 0
        self.review_step: int | None = None  # after a game, how many moves lead to the position shown; None: all
        self._scores: dict[tuple[bool, bool], Score] = {}  # by `_players`, without the current game
        self._counts = True  # whether the current game is to be added to the score and to the file of games

    # ---- games ----

    def new_game(self, may_swap: bool = True) -> None:
        """Leave the game and begin another. Call `choose` next, with `next_side` unless the person chooses a side.

        `next_side` is then the first player's side in the game just left, or the other side if that game was finished,
        the settings swap sides, and `may_swap` is true.
        """
        swap = may_swap and self.settings.swap_sides and self.is_over
        self.leave()
        if self.side is not None:
            self.next_side = other(self.side) if swap else self.side
        self.side, self.number, self._counts, self.is_watching = None, self.number + 1, True, False
        self.clear_board()

    def choose(self, side: Mark, watching: bool = False) -> None:
        """Set the side of the first player; with `watching`, two files play each other if `can_watch` is true."""
        self.side, self.is_watching = side, watching and self.can_watch

    def load(self, record: Record) -> None:
        """Leave the game and continue a recorded one, with the first player on the same side as before.

        The recorded game is added neither to the score nor to the file of games.
        """
        self.new_game(may_swap=False)
        self.settings = replace(self.settings, game=record.game)
        self.scenes = [scene_of(record.game, position) for position in record.positions]
        self.side, self._counts = self.next_side, False

    def leave(self) -> None:
        """Add the game to the score and to the file of games if it is finished, unless it was added before or loaded.

        A game that contradicts the rules is added only to the score. Raise OSError if the file cannot be written.
        """
        if not (self.is_over and self._counts):
            return
        self._scores[self._players], self._counts = self.score, False
        if self.settings.games_file is not None and isinstance(record := self.record, Record):
            with self.settings.games_file.open("a", encoding="utf-8") as file:
                file.write(to_text(record) + "\n")

    def change(self, settings: Settings) -> None:
        """Change the settings; before that, `leave` the game if the board or `two_people` changes."""
        if (settings.game, settings.two_people) != (self.settings.game, self.settings.two_people):
            self.leave()
        self.settings = settings

    # ---- moves ----

    def clear_board(self) -> None:
        """Remove all scenes, including those that can be redone."""
        self.scenes, self.undone = [], []
        self._position_changed()

    def advance(self, scene: Scene) -> None:
        """Add the first scene, or the scene after a move.

        If it repeats the next scene to redo, the scenes after that can still be redone; otherwise none can.
        """
        repeats = bool(self.undone) and self.undone[0].board == scene.board
        self.undone = self.undone[1:] if repeats else []
        self.scenes.append(scene)
        self._position_changed()

    def undo(self) -> None:
        """Go back to the person's previous turn; raise BadInput if there is none."""
        if not self.can_undo:
            raise BadInput("there is nothing to undo")
        self.go_back(self._earlier_turns()[-1])

    def redo(self) -> None:
        """Redo undone moves up to the person's next turn, else all of them; raise BadInput if none can be redone."""
        if not self.undone:
            raise BadInput("there is nothing to redo")
        self.scenes.append(self.undone.pop(0))
        while self.undone and not self.is_persons(self.scenes[-1].turn):
            self.scenes.append(self.undone.pop(0))
        self._position_changed()

    def go_back(self, moves: int) -> None:
        """Go back or forward to the position after `moves` moves; the moves after it can be redone."""
        scenes = self.scenes + self.undone
        self.scenes, self.undone = scenes[: moves + 1], scenes[moves + 1 :]
        self._position_changed()

    def _position_changed(self) -> None:
        self.hint_step, self.review_step = 0, None

    def _earlier_turns(self) -> list[int]:
        return [moves for moves, scene in enumerate(self.scenes[:-1]) if self.is_persons(scene.turn)]

    # ---- help ----

    def next_hint(self) -> int:
        """Show one more step of the hint, if there is one; return the number of the last step shown, from 1."""
        self.hint_step = min(HINT_STEPS, self.hint_step + 1)
        return self.hint_step

    def step_review(self, moves: int) -> None:
        """Show the position `moves` moves later, or earlier if `moves` is negative, but not past either end.

        Do nothing unless the game is over.
        """
        if self.is_over:
            last = len(self.scenes) - 1
            step = (last if self.review_step is None else self.review_step) + moves
            self.review_step = None if step >= last else max(0, step)

    def next_mistake(self, numbers: Sequence[int]) -> None:
        """Show the position after the next mistake; after the last mistake, begin again with the first.

        `numbers` has the numbers of the moves that are mistakes, from 0; if it is empty, do nothing.
        """
        if numbers:
            shown = -1 if self.review_step is None else self.review_step - 1
            self.review_step = next((number for number in numbers if number > shown), numbers[0]) + 1

    @property
    def mistakes_of(self) -> Mark | None:
        """The side whose mistakes are shown: the person's, or None for both sides if two people or two files play."""
        return None if self.settings.two_people or self.is_watching else self.side

    # ---- facts ----

    @property
    def file_name(self) -> str:
        """What to call the file that plays: its name, or "a file" if two files play each other."""
        return "a file" if self.is_watching else self.file_names[0]

    @property
    def file_names(self) -> list[str]:
        """The names of the files that play, fit to print."""
        return [printable(path.name) for path in self.files]

    @property
    def scene(self) -> Scene | None:
        """The current scene; None until the first board has arrived."""
        return self.scenes[-1] if self.scenes else None

    @property
    def record(self) -> Record | Disagreement:
        """The record of the game, or the first disagreement between a file and the rules."""
        return record_of(self.settings.game, self.scenes)

    @property
    def is_over(self) -> bool:
        """Whether a side has been chosen and the game is finished."""
        return self.side is not None and self.scene is not None and self.scene.over

    @property
    def is_persons_turn(self) -> bool:
        """Whether it is a person's turn."""
        return self.scene is not None and self.is_persons(self.scene.turn)

    @property
    def is_computers_turn(self) -> bool:
        """Whether it is the turn of a level or of a file."""
        return self.side is not None and self.scene is not None and not (self.is_over or self.is_persons_turn)

    def is_persons(self, mark: Mark | None) -> bool:
        """Return whether a person plays that side; False if `mark` is None or no side has been chosen."""
        if self.side is None or mark is None or self.is_watching:
            return False
        return self.settings.two_people or mark == self.side

    @property
    def can_undo(self) -> bool:
        """Whether there is an earlier turn of a person to go back to."""
        return bool(self._earlier_turns())

    @property
    def plays_through_file(self) -> bool:
        """Whether a file applies the rules and makes the computer's moves; files can play only on the classic board."""
        return bool(self.files) and self.prefers_file and self.settings.game == CLASSIC

    @property
    def can_watch(self) -> bool:
        """Whether there are two files that can play each other on this board."""
        return len(self.files) == 2 and self.plays_through_file

    @property
    def mover_file(self) -> int:
        """The index in `files` of the file that makes the next computer move; 0 unless two files play each other."""
        return int(self.is_watching and (self.scene.turn if self.scene else X) != self.side)

    @property
    def engine_seed(self) -> str:
        """The seed for the levels' random choices in this game."""
        return f"{self.settings.seed} {self.number}"

    @property
    def score(self) -> Score:
        """The score of these players, including the current game if it is over and counts."""
        score = self._scores.get(self._players, Score())
        if not (self.is_over and self._counts) or self.scene is None or self.side is None:
            return score
        return score.after(self.scene.winner, self.side)

    @property
    def _players(self) -> tuple[bool, bool]:
        return self.settings.two_people, self.is_watching

    def player_names(self, person: str, computer: str) -> tuple[str, str]:
        """Return the names of the two players: `person` and `computer`, unless two people or two files play."""
        if self.is_watching:
            return self.file_names[0], self.file_names[1]
        return ("Player 1", "Player 2") if self.settings.two_people else (person, computer)
