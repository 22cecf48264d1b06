"""The loop of the terminal game: read a line, execute it, let the computer move."""

from pathlib import Path

from noughts.errors import BadInput
from noughts.explain.words import capital
from noughts.game import notation
from noughts.game.rules import CLASSIC, FREE, Mark, X
from noughts.play.advice import judge
from noughts.play.record import Record
from noughts.play.session import Settings
from noughts.support.text import sentence
from noughts.terminal import commands
from noughts.terminal.console import GOODBYE, read_line
from noughts.terminal.conversation import Conversation
from noughts.terminal.screen import say


def run(settings: Settings, side: Mark = X, files: tuple[Path, ...] = ()) -> bool:
    """Play until the person quits, with a command or Ctrl-C, or the input ends.

    Return False if the game could not go on at that time because of a file's fault.
    """
    talk = Conversation(settings, files)
    try:
        talk.start_game(side)
        while True:
            take_turn(talk)
    except (EOFError, KeyboardInterrupt):
        print(f"\n{GOODBYE}")
    except commands.Quit:
        print(GOODBYE)
    finally:
        talk.leave()
    return talk.fault is None


def take_turn(talk: Conversation) -> None:
    """Execute a line that the person types, or make the computer's move if it is the computer's turn.

    After a fault, the person types a line even if it is the computer's turn.
    """
    if talk.fault:
        undo = "'undo', " if talk.can_undo else ""
        execute(talk, read_line(f"Fix the file and press Enter, or type {undo}'level perfect' or 'quit': "))
    elif talk.is_over:
        execute(talk, read_line("Press Enter for another game, or type 'mistakes', 'undo' or 'quit': "))
    elif talk.is_persons_turn:
        if talk.values_on and talk.valued != talk.position:
            show_values(talk)
        execute(talk, read_line(prompt(talk)))
    else:
        move_computer(talk)


def show_values(talk: Conversation) -> None:
    """Print the value of every move in the current position, or a proof of who wins, or why neither is known."""
    talk.valued = talk.position
    try:
        talk.show_values()
    except BadInput as error:
        say(sentence(str(error)))


def prompt(talk: Conversation) -> str:
    """Return the prompt for a move; if two people play, it begins with the side to move."""
    game, mover = talk.game, f"{talk.game.to_move(talk.position)}: " if talk.settings.two_people else ""
    if game.rows == game.columns:
        return f"{mover}Enter row and column (0-{game.rows - 1}): "
    return f"{mover}Enter row (0-{game.rows - 1}) and column (0-{game.columns - 1}): "


def execute(talk: Conversation, typed: str) -> None:
    """Execute the command or make the move that was typed; print what is wrong with any other line.

    An empty line loads the file again after a fault, and starts another game after the end.
    """
    line = typed.strip()
    word, _, rest = line.partition(" ")
    name, argument = word.lower(), rest.strip()
    if f"{name} {argument}".strip() != talk.confirmed:
        talk.confirmed = ""
    try:
        if name in commands.WITH_ARGUMENT:
            commands.WITH_ARGUMENT[name](talk, argument)
        elif name in commands.WITHOUT_ARGUMENT:
            if argument:
                raise BadInput(f"{line!r} is not a command: type only {word!r}")
            commands.WITHOUT_ARGUMENT[name](talk)
        elif talk.fault and line:
            raise BadInput(f"{line!r} is not a command, and the game cannot go on: fix the file and press Enter")
        elif talk.fault:
            talk.try_again()
        elif not talk.is_over:
            move_person(talk, line)
        elif line:
            raise BadInput(f"{line!r} is not a command, and the game is over: type 'help' for a list of commands")
        else:
            talk.start_game()
    except BadInput as error:
        say(sentence(str(error)))


def move_person(talk: Conversation, line: str) -> None:
    """Make the move that the person typed; if it is invalid, print a message or raise BadInput."""
    game, position = talk.game, talk.position
    try:
        cell = notation.read_cell(game, line)
    except BadInput as error:
        if game != CLASSIC:
            raise BadInput(f"{error}; type 'help' for a list of commands") from None
        print("Invalid input! Enter two numbers between 0 and 2.\n(Type 'help' for a list of commands.)")
        return
    if position[cell] != FREE:
        print("Invalid move, try again.")
        return
    was_unsure = talk.unsure
    try:
        if not talk.put(cell):
            return
    except KeyboardInterrupt:
        talk.stop_thinking()
        say(f"\nThe move was taken back, because {talk.file_names[0]} was still computing the board after it.")
        return
    if talk.values_on and not was_unsure and isinstance(talk.record, Record):
        say(f"{capital(talk.names.cell(cell))} {judge(talk.record, talk.settings.exact_free_cells)[-1].words}.")
    if not talk.is_computers_turn:
        talk.show()


def move_computer(talk: Conversation) -> None:
    """Make the computer's move. If Ctrl-C stops it, take back the person's last move.

    If there is no move to take back, raise KeyboardInterrupt, which ends the session.
    """
    try:
        talk.move_computer()
    except KeyboardInterrupt:
        talk.stop_thinking()
        if not talk.can_undo:
            raise
        say("\nYour move was taken back.")
        commands.undo(talk)
