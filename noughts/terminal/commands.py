"""The commands of the terminal game.

Each command is a function that takes the conversation; some also take the text that was typed after the command. A
command that cannot be carried out raises BadInput.
"""

from collections.abc import Callable
from dataclasses import replace

from noughts.errors import BadInput, NoughtsError
from noughts.explain.ideas import why_not
from noughts.explain.words import why_words
from noughts.game import notation
from noughts.game.rules import CLASSIC, Game, O, X
from noughts.play import levels
from noughts.play.advice import HINT_STEPS, hint, mistakes, shown_proof
from noughts.play.record import read_record, to_text
from noughts.play.session import BOARDS, read_board
from noughts.support.text import plural
from noughts.terminal.conversation import Conversation, typed_names
from noughts.terminal.screen import say

HELP = """\
Type a move as row,column, counted from 0, like 0,2; on a board of nine cells also a digit 1 to 9. Commands:
  hint           show a line to look at; the second time the move, and the third time the proof
  values         show what every move is worth; 'values on': at every turn; 'values off': stop
  why CELL       compare the move to CELL with the best move
  undo, redo     go back to your previous turn, or forward again
  mistakes       list your mistakes, the better moves, and how the opponent can answer
  back N         go back to the position before move N
  level NAME     choose beginner, casual, steady, strong or perfect; 'level' alone describes them
  board M,N,K    start a game with M columns, N rows, K in a row; 'board 3,3,3,misere': whoever completes a line loses
  side X, side O start a game as X or as O
  two            start a game for two people; the second time, against the AI again
  turns          swap sides after each game, or stop swapping
  score          print the score
  game           print this game as a line of text
  load LINE      continue a game from a line of text
  new            start another game
  quit           end the session"""


class Quit(NoughtsError):
    """Raised to end the session."""


def give_hint(talk: Conversation) -> None:
    """Print the next step of the hint; if the last step gives a proof, also print the board with its labels."""
    refuse_if_over(talk)
    position, step, seconds, shown = talk.judged.position, talk.next_hint(), talk.settings.wait_seconds, None
    if step == HINT_STEPS and talk.unsure:
        shown = shown_proof(talk.game, position, seconds, typed_names)
        talk.show_labels(position, shown)
    say(hint(talk.game, position, seconds, typed_names, shown).steps[step - 1])


def show_values(talk: Conversation, argument: str) -> None:
    """Print what every move is worth, or, with "on" or "off", start or stop printing it at every turn."""
    if argument in ("on", "off"):
        talk.values_on = argument == "on"
        say(f"Values are {argument}.")
    elif argument:
        raise BadInput(f"'values {argument}' is not a command: type 'values', 'values on' or 'values off'")
    else:
        refuse_if_over(talk)
        talk.show_values()


def say_why(talk: Conversation, argument: str) -> None:
    """Print how the move to the named cell compares with the best move."""
    refuse_if_over(talk)
    if not argument:
        raise BadInput("the command 'why' needs a cell: type, for example, 'why 0,2'")
    position = talk.judged.position
    cell = notation.read_free_cell(talk.game, position, argument)
    if talk.unsure:
        raise BadInput(talk.unsure)
    say(why_words(talk.game, position, why_not(talk.game, position, cell), typed_names))


def undo(talk: Conversation) -> None:
    """Go back to the person's previous turn and print the board."""
    talk.undo()
    talk.show()


def redo(talk: Conversation) -> None:
    """Go forward to the person's next turn, or to the end, and print the board."""
    talk.redo()
    talk.show()


def go_back(talk: Conversation, argument: str) -> None:
    """Go to the position before the move of that number, counted from 1, and print the board."""
    moves = len(talk.scenes) + len(talk.undone) - 1
    if moves < 1:
        raise BadInput("there is no move to go back to: this game has no moves yet")
    if not (argument.isascii() and argument.isdigit() and 1 <= int(argument[:9]) <= moves):
        typed = f"back {argument}".strip()
        raise BadInput(f"{typed!r} names no move of this game: type 'back N' with a number N from 1 to {moves}")
    talk.go_back(int(argument) - 1)
    talk.show()


def list_mistakes(talk: Conversation) -> None:
    """Print the person's mistakes (both sides' if two people or two files play), and the number of moves not judged."""
    free_max = talk.settings.exact_free_cells
    to_print = mistakes(talk.judged, free_max, talk.mistakes_of, typed_names)
    for mistake in to_print:
        say(f"{mistake.words} To try again from there, type 'back {mistake.number + 1}'.")
    if not to_print:
        say("No mistakes." if talk.is_over else "No mistakes so far.")
    not_judged = sum(len(talk.game.free(position)) > free_max for position in talk.judged.positions[:-1])
    if not_judged:
        say(f"Not judged: {plural(not_judged, 'move')} at the start, when more than {free_max} cells were free.")


def choose_level(talk: Conversation, argument: str) -> None:
    """Let the level of that name make the AI's moves, instead of any files; without a name, describe the levels."""
    if argument:
        talk.change(replace(talk.settings, level=levels.read_level(argument)))
        talk.prefers_file = talk.is_watching = False
    else:
        say(levels.LEVELS_TEXT)
    say(talk.opponent)
    if argument:
        talk.try_again()


def choose_board(talk: Conversation, argument: str) -> None:
    """Start a game on the board of that name, e.g. "4,4,3"."""
    if not argument:
        raise BadInput(f"the board is {talk.game.name}: for another one, type 'board M,N,K' for M columns, N rows "
                       f"and K in a row; suggestions: {'  '.join(BOARDS)}")  # fmt: skip
    game = read_board(argument)
    confirm_leaving(talk, f"board {argument}")
    say_who_plays(talk, game)
    talk.change(replace(talk.settings, game=game))
    talk.start_game()


def say_who_plays(talk: Conversation, game: Game) -> None:
    """If files play now but cannot play that game, print that a level will play."""
    if talk.plays_through_file and game != CLASSIC:
        names = " and ".join(talk.file_names)
        say(f"{names} can play 3,3,3 only, so the AI plays at its {talk.settings.level.name} level.")


def choose_side(talk: Conversation, argument: str) -> None:
    """Start a game in which the person, or the first of two files, plays that side."""
    if argument.upper() not in (X, O):
        typed = f"side {argument}".strip()
        raise BadInput(f"{typed!r} is not a command: type 'side X' or 'side O'")
    confirm_leaving(talk, f"side {argument}")
    talk.start_game(argument.upper())


def toggle_people(talk: Conversation) -> None:
    """Start a game for two people; if two people play already, start one against the AI, or between the two files."""
    confirm_leaving(talk, "two")
    talk.change(replace(talk.settings, two_people=not talk.settings.two_people))
    talk.start_game(talk.side)


def toggle_swap(talk: Conversation) -> None:
    """Start or stop swapping sides after each game."""
    talk.change(replace(talk.settings, swap_sides=not talk.settings.swap_sides))
    say(f"Sides are {'swapped after each game' if talk.settings.swap_sides else 'the same in every game'}.")


def load(talk: Conversation, argument: str) -> None:
    """Leave the game and continue the one that a line of text describes."""
    if not argument:
        raise BadInput("the command 'load' needs a game: type 'load' and a line that the command 'game' has printed")
    record = read_record(argument)
    confirm_leaving(talk, f"load {argument}")
    say_who_plays(talk, read_board(record.game.name))
    talk.continue_game(record)


def start_another(talk: Conversation) -> None:
    """Start another game."""
    confirm_leaving(talk, "new")
    talk.start_game()


def confirm_leaving(talk: Conversation, command: str) -> None:
    """If a person has moved and the game is not over, raise BadInput unless the same command was typed just before."""
    if talk.can_undo and not talk.is_over and talk.confirmed != command:
        talk.confirmed = command
        raise BadInput(f"this game is not over: type {command!r} again to leave it, or go on playing")


def leave(_: Conversation) -> None:
    """Raise Quit, which ends the session."""
    raise Quit


def refuse_if_over(talk: Conversation) -> None:
    """Raise BadInput if the game is over."""
    if talk.is_over:
        back = "'undo' to go back, or " if talk.can_undo else ""
        raise BadInput(f"the game is over: type {back}'new' for another game")


WITH_ARGUMENT: dict[str, Callable[[Conversation, str], None]] = {
    "values": show_values, "why": say_why, "back": go_back, "level": choose_level, "board": choose_board,
    "side": choose_side, "load": load,
}  # fmt: skip
WITHOUT_ARGUMENT: dict[str, Callable[[Conversation], None]] = {
    "hint": give_hint, "undo": undo, "redo": redo, "mistakes": list_mistakes, "two": toggle_people,
    "turns": toggle_swap, "score": Conversation.say_score, "game": lambda talk: print(to_text(talk.judged)),
    "new": start_another, "help": lambda _: say(HELP), "?": lambda _: say(HELP),
    "quit": leave, "exit": leave, "q": leave,
}  # fmt: skip
