"""The loop of the terminal game: read a line, execute it, let the computer move."""

from __future__ import annotations

from pathlib import Path

from noughts.errors import BadInput
from noughts.game import notation
from noughts.game.rules import CLASSIC, FREE, Mark, X
from noughts.play.advice import judge
from noughts.play.session import Settings
from noughts.support.text import sentence
from noughts.terminal import commands
from noughts.terminal.conversation import Conversation
from noughts.terminal.prompt import GOODBYE, read_line


def run(settings: Settings, side: Mark = X, files: tuple[Path, ...] = ()) -> None:
    """Play until the person quits or the input ends; raise UnplayableFile if a file cannot play."""
    talk = Conversation(settings, side, files)
    try:
        talk.greet()
        while True:
            take_turn(talk)
    except (EOFError, KeyboardInterrupt):
        print(f"\n{GOODBYE}")
    except commands.Quit:
        print(GOODBYE)
    finally:
        talk.session.leave()


def take_turn(talk: Conversation) -> None:
    """Take the next step: a question at the end of a game, the person's move, or the computer's."""
    if talk.session.is_over:
        obey(talk, read_line("Press Enter for another game, or type mistakes, undo or quit: "))
    elif talk.session.is_persons_turn:
        if talk.session.values_on:
            print(talk.values())
        obey(talk, read_line(prompt(talk)))
    else:
        answer(talk)


def prompt(talk: Conversation) -> str:
    """Return the prompt for a move."""
    game, who = talk.game, f"{talk.game.to_move(talk.position)}: " if talk.settings.two_people else ""
    if game.rows == game.columns:
        return f"{who}Enter row and column (0-{game.rows - 1}): "
    return f"{who}Enter row (0-{game.rows - 1}) and column (0-{game.columns - 1}): "


def obey(talk: Conversation, typed: str) -> None:
    """Execute a line: a command or a move. An invalid line changes nothing."""
    line = typed.strip()
    word, _, rest = line.partition(" ")
    command = commands.COMMANDS.get(word.lower())
    try:
        if command is not None:
            if rest.strip() and command not in commands.WITH_ARGUMENT:
                raise BadInput(f"{line!r} is not a command: write {word}")
            command(talk, rest.strip())
        elif not talk.session.is_over:
            move(talk, line)
        elif line:
            raise BadInput(f"{line!r} is not a command: the game is over; help lists what you can type")
        else:
            commands.new_game(talk, "")
    except BadInput as error:
        print(sentence(str(error)))


def move(talk: Conversation, line: str) -> None:
    """Make the person's move."""
    game, position = talk.game, talk.position
    try:
        cell = notation.read_cell(game, line)
    except BadInput as error:
        if game != CLASSIC:
            raise BadInput(f"{error}; help lists what else you can type") from None
        print("Invalid input! Enter two numbers between 0 and 2.\n(help lists what else you can type)")
        return
    if position[cell] != FREE:
        print("Invalid move, try again.")
        return
    was_exact = talk.is_exact
    talk.put(cell)
    if talk.session.values_on and was_exact:
        print(f"{notation.cell_text(game, cell)} {judge(talk.record, talk.settings.exact_free_cells)[-1].words}.")
    if not talk.session.is_computers_turn:
        talk.show()


def answer(talk: Conversation) -> None:
    """Make the move of the computer, or of a file."""
    name = talk.game.to_move(talk.position) if talk.session.is_watching else "AI"
    choice = talk.computer_choice()
    talk.put(choice.cell)
    best_found = "" if choice.is_exact else " (best found)"
    print(f"{name} takes {notation.cell_text(talk.game, choice.cell)}{best_found}.")
    talk.show()
