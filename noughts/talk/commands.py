"""The commands of the conversation: each is given what was typed after its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from noughts import coach, evening, explain, notation, play
from noughts.notation import BadInput
from noughts.record import read_record, to_text
from noughts.rules import CLASSIC, O, X

if TYPE_CHECKING:
    from noughts.talk.conversation import Talk

HELP = """\
A move is row,column counted from 0, like 0,2; on a board of nine also a digit 1 to 9. And:
  hint           what to look at; again: what to do; again: why
  values         what every move is worth; values on, values off: at every turn
  why CELL       why not that move?
  undo, redo     back to your last turn, and forth again
  mistakes       where somebody went wrong, and how it is punished
  back N         back to the position before move N
  level NAME     beginner, casual, steady, strong or perfect; level alone says what each does
  board M,N,K    another board: columns, rows, how many in a row; 3,3,3,misere: who completes a line loses
  side X, side O the side you play
  two            two people at one board, or no longer
  turns          swap sides after each game, or no longer
  score          the score of the evening
  game           this game as a line of text
  load LINE      go on from such a line
  new            another game
  quit           the end"""


class Quit(Exception):
    """The person has had enough."""


def hint(talk: Talk, _: str) -> None:
    """The next step of a hint."""
    refuse_if_over(talk)
    hint = coach.hint(talk.record.game, talk.record.position, talk.settings.seconds)
    print(hint.steps[min(talk.hints_told, 2)])
    talk.hints_told += 1


def tell_values(talk: Talk, rest: str) -> None:
    """What every move is worth, now or at every turn."""
    if rest in ("on", "off"):
        talk.values_on = rest == "on"
        print(f"Values are {rest}.")
    elif rest:
        raise BadInput(f"{rest!r} is not known of values: write values, values on or values off")
    else:
        refuse_if_over(talk)
        print(talk.values())


def why(talk: Talk, rest: str) -> None:
    """Why not that move?"""
    refuse_if_over(talk)
    position = talk.record.position
    cell = notation.read_free_cell(talk.record.game, position, rest)
    if not talk.settings.is_exact(position):
        raise BadInput(talk.settings.unsure(position))
    print(explain.why(talk.record.game, position, cell).sentence)


def undo(talk: Talk, _: str) -> None:
    """Back to the last turn."""
    talk.evening.undo()
    talk.show()


def redo(talk: Talk, _: str) -> None:
    """Forth again."""
    talk.evening.redo()
    talk.show()


def back(talk: Talk, rest: str) -> None:
    """Back to the position before a move."""
    moves = len(talk.record.moves) + len(talk.record.undone)
    if not (rest.isascii() and rest.isdigit() and 1 <= int(rest[:9]) <= moves):
        raise BadInput(f"{rest!r} is no move of this game: it has {moves}; write back and a number, e.g. back 1")
    talk.evening.back_before(int(rest))
    talk.show()


def mistakes(talk: Talk, _: str) -> None:
    """Where somebody went wrong, and how it is punished."""
    free = talk.settings.exact_free_cells
    found = coach.lessons(talk.record, free)
    for lesson in found:
        print(f"{lesson.sentence} To try again from there: back {lesson.judgement.number + 1}")
    if not found:
        print("No mistake was made." if talk.record.is_over else "No mistake so far.")
    unjudged = sum(len(talk.record.game.free(each)) > free for each in talk.record.positions[:-1])
    if unjudged:
        print(f"The first {unjudged} moves are not judged: the board was too large to be sure.")


def level(talk: Talk, rest: str) -> None:
    """Another level, or what the levels are."""
    if rest:
        talk.evening.settings = replace(talk.settings, level=evening.read_level(rest))
        talk.evening.movers = ()
    else:
        print(play.EXPLAINED)
    print(f"The AI's level is {talk.settings.level.name}.")


def board(talk: Talk, rest: str) -> None:
    """Another board."""
    if not rest:
        raise BadInput(f"the board is {talk.record.game.name}: for another write board and one of "
                       f"{'  '.join(evening.BOARDS)}, or any columns,rows,length")  # fmt: skip
    game = evening.read_board(rest)
    if game != CLASSIC:
        dismiss_files(talk)
    talk.evening.settings = replace(talk.settings, game=game)
    new(talk, "")


def dismiss_files(talk: Talk) -> None:
    """Let the levels play where a file cannot."""
    if talk.evening.movers:
        print(f"{' and '.join(path.name for path in talk.files)} can play 3,3,3 alone, so the AI plays by itself.")
        talk.evening.movers = ()


def side(talk: Talk, rest: str) -> None:
    """The side a person plays."""
    if rest.upper() not in (X, O):
        raise BadInput(f"{rest!r} is no side: write side X or side O")
    talk.evening.begin(rest.upper())
    talk.greet()


def two(talk: Talk, _: str) -> None:
    """Two people, or no longer."""
    talk.evening.change_people()
    talk.greet()


def turns(talk: Talk, _: str) -> None:
    """Sides swapped after each game, or no longer."""
    talk.evening.settings = replace(talk.settings, by_turns=not talk.settings.by_turns)
    print(f"Sides {'are swapped after each game' if talk.settings.by_turns else 'stay as they are'}.")


def new(talk: Talk, _: str) -> None:
    """Another game."""
    talk.evening.begin()
    talk.greet()


def tell_score(talk: Talk, _: str) -> None:
    """The score of the evening."""
    print(f"{talk.evening.score.words(*talk.names)}.")


def tell_game(talk: Talk, _: str) -> None:
    """The game as a line of text."""
    print(to_text(talk.record))


def load(talk: Talk, rest: str) -> None:
    """Go on from such a line."""
    loaded = read_record(rest)
    if evening.read_board(loaded.game.name) != CLASSIC:
        dismiss_files(talk)
    talk.evening.settings = replace(talk.settings, game=loaded.game)
    talk.evening.begin(loaded=loaded)
    talk.show()


def tell_help(talk: Talk, _: str) -> None:
    """What can be typed."""
    print(HELP)


def leave(talk: Talk, _: str) -> None:
    """The end."""
    raise Quit


def refuse_if_over(talk: Talk) -> None:
    """Refuse what makes sense only during a game."""
    if talk.record.is_over:
        raise BadInput("the game is over: undo goes back, new begins another")


COMMANDS: dict[str, Callable[[Talk, str], None]] = {
    "hint": hint, "values": tell_values, "why": why, "undo": undo, "redo": redo,
    "mistakes": mistakes, "back": back, "level": level, "board": board, "side": side,
    "two": two, "turns": turns, "score": tell_score, "game": tell_game, "load": load,
    "new": new, "help": tell_help, "?": tell_help, "quit": leave, "exit": leave, "q": leave,
}  # fmt: skip
