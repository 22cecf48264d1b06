"""The commands of the terminal game. Each is called with the conversation and what was typed after its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from noughts.errors import BadInput, NoughtsError
from noughts.explain.ideas import why_not
from noughts.explain.words import why_words
from noughts.game import notation
from noughts.game.rules import CLASSIC, Game, O, X
from noughts.play import levels
from noughts.play.advice import hint, mistakes
from noughts.play.record import read_record, to_text
from noughts.play.session import BOARDS, read_board
from noughts.terminal.conversation import Conversation

HELP = """\
A move is row,column counted from 0, like 0,2; on a board of nine cells also a digit 1 to 9. Commands:
  hint           the line to look at; type it again for the move, and once more for the proof
  values         what every move is worth; values on: show it at every turn, values off: stop
  why CELL       why not that move?
  undo, redo     go back to your last turn, and forward again
  mistakes       list your mistakes, and how they are punished
  back N         go back to the position before move N
  level NAME     beginner, casual, steady, strong or perfect; level alone describes them
  board M,N,K    another board: columns, rows, marks in a row; 3,3,3,misere: whoever completes a line loses
  side X, side O choose your side
  two            two people at one board, on or off
  turns          swap sides after each game, on or off
  score          the score so far
  game           print this game as a line of text
  load LINE      continue a game from a line of text
  new            another game
  quit           end the session"""


class Quit(NoughtsError):
    """Raised when the person wants to stop."""


def give_hint(talk: Conversation, _: str) -> None:
    """Print the next step of a hint."""
    refuse_if_over(talk)
    step = talk.session.next_hint()
    print(hint(talk.game, talk.position, talk.settings.wait_seconds).steps[step - 1])


def show_values(talk: Conversation, rest: str) -> None:
    """Print the value of every move now, or turn printing at every turn on or off."""
    if rest in ("on", "off"):
        talk.session.values_on = rest == "on"
        print(f"Values are {rest}.")
    elif rest:
        raise BadInput(f"'values {rest}' is not a command: write values, values on or values off")
    else:
        refuse_if_over(talk)
        print(talk.values())


def say_why(talk: Conversation, rest: str) -> None:
    """Print how a move compares with the best one."""
    refuse_if_over(talk)
    if not rest:
        raise BadInput("why needs a cell, e.g. why 0,2")
    cell = notation.read_free_cell(talk.game, talk.position, rest)
    if not talk.is_exact:
        raise BadInput(talk.unsure)
    print(why_words(talk.game, talk.position, why_not(talk.game, talk.position, cell)))


def undo(talk: Conversation, _: str) -> None:
    """Go back to the person's last turn."""
    talk.session.undo()
    talk.show()


def redo(talk: Conversation, _: str) -> None:
    """Go forward again."""
    talk.session.redo()
    talk.show()


def go_back(talk: Conversation, rest: str) -> None:
    """Go back to the position before a move."""
    moves = len(talk.session.scenes) + len(talk.session.undone) - 1
    if not moves:
        raise BadInput("this game has no moves yet")
    if not (rest.isascii() and rest.isdigit() and 1 <= int(rest[:9]) <= moves):
        raise BadInput(f"back {rest!r} is not a move of this game: write back and a number from 1 to {moves}")
    talk.session.go_back(int(rest) - 1)
    talk.show()


def list_mistakes(talk: Conversation, _: str) -> None:
    """Print the person's mistakes, or those of both people, and how they are punished."""
    free_max = talk.settings.exact_free_cells
    listed = mistakes(talk.record, free_max, talk.session.mistakes_of)
    for mistake in listed:
        print(f"{mistake.words} To try again from there: back {mistake.number + 1}")
    if not listed:
        print("No mistakes." if talk.session.is_over else "No mistakes so far.")
    not_judged = sum(len(talk.game.free(position)) > free_max for position in talk.record.positions[:-1])
    if not_judged:
        print(f"The first {not_judged} moves are not judged: the board was too large to be sure.")


def choose_level(talk: Conversation, rest: str) -> None:
    """Choose another level, or describe them."""
    if rest:
        talk.session.change(replace(talk.settings, level=levels.read_level(rest)))
        talk.session.prefers_file = talk.session.is_watching = False
    else:
        print(levels.LEVELS_TEXT)
    print(f"The AI's level is {talk.settings.level.name}.")


def choose_board(talk: Conversation, rest: str) -> None:
    """Choose another board."""
    if not rest:
        raise BadInput(f"the board is {talk.game.name}: for another write board and one of {'  '.join(BOARDS)}, "
                       f"or any columns,rows,length")  # fmt: skip
    game = read_board(rest)
    say_who_plays(talk, game)
    talk.session.change(replace(talk.settings, game=game))
    new_game(talk, "")


def say_who_plays(talk: Conversation, game: Game) -> None:
    """Print that a level plays instead of a file that cannot play on this board."""
    if talk.session.plays_through_file and game != CLASSIC:
        names = " and ".join(path.name for path in talk.session.files)
        print(f"{names} can play 3,3,3 only, so the AI plays at its {talk.settings.level.name} level.")


def choose_side(talk: Conversation, rest: str) -> None:
    """Choose the side that the person plays."""
    if rest.upper() not in (X, O):
        raise BadInput(f"'side {rest}' is not a command: write side X or side O")
    talk.begin(rest.upper())
    talk.greet()


def toggle_people(talk: Conversation, _: str) -> None:
    """Play with two people, or against the computer again."""
    talk.session.change(replace(talk.settings, two_people=not talk.settings.two_people))
    talk.begin(talk.session.side)
    talk.greet()


def toggle_swap(talk: Conversation, _: str) -> None:
    """Swap sides after each game, or keep them."""
    talk.session.change(replace(talk.settings, swap_sides=not talk.settings.swap_sides))
    print(f"Sides are {'swapped after each game' if talk.settings.swap_sides else 'the same in every game'}.")


def new_game(talk: Conversation, _: str) -> None:
    """Start another game."""
    talk.begin()
    talk.greet()


def print_score(talk: Conversation, _: str) -> None:
    """Print the score."""
    talk.say_score()


def print_game(talk: Conversation, _: str) -> None:
    """Print the game as a line of text."""
    print(to_text(talk.record))


def load(talk: Conversation, rest: str) -> None:
    """Continue the game in a line of text."""
    if not rest:
        raise BadInput("load needs the line that the command game prints")
    record = read_record(rest)
    say_who_plays(talk, read_board(record.game.name))
    talk.load(record)
    talk.show()


def print_help(talk: Conversation, _: str) -> None:
    """Print the help text."""
    print(HELP)


def leave(talk: Conversation, _: str) -> None:
    """End the session."""
    raise Quit


def refuse_if_over(talk: Conversation) -> None:
    """Raise BadInput if the game is over."""
    if talk.session.is_over:
        raise BadInput("the game is over: undo goes back, new begins another")


# The commands that take an argument.
WITH_ARGUMENT = (show_values, say_why, go_back, choose_level, choose_board, choose_side, load)
COMMANDS: dict[str, Callable[[Conversation, str], None]] = {
    "hint": give_hint, "values": show_values, "why": say_why, "undo": undo, "redo": redo,
    "mistakes": list_mistakes, "back": go_back, "level": choose_level, "board": choose_board, "side": choose_side,
    "two": toggle_people, "turns": toggle_swap, "score": print_score, "game": print_game, "load": load,
    "new": new_game, "help": print_help, "?": print_help, "quit": leave, "exit": leave, "q": leave,
}  # fmt: skip
