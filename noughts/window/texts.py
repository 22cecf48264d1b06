"""The texts of the window: of its buttons, of the panel and of the score. No pygame here.

target      a cell, button or option, which a person can point at, e.g. ("cell", (1, 1)) or ("side", "X")
block       a part of the panel: a paragraph, a line of the help, or a small board
"""

from dataclasses import dataclass
from typing import TypeAlias

from noughts.explain.names import player_names
from noughts.explain.words import capital
from noughts.game.notation import to_cell
from noughts.game.rules import CLASSIC, Position
from noughts.play.faults import Fault, FaultKind
from noughts.play.file_process import name_of
from noughts.play.levels import PERFECT
from noughts.play.record import Record
from noughts.play.session import Score
from noughts.support.text import printable
from noughts.window.advisor import computer_name
from noughts.window.controller import Controller
from noughts.window.menu import board_words

Target: TypeAlias = tuple[str, object]

# If the computer has been thinking for this long, the panel says what can be done about it.
LONG_SECONDS = 10

HELP = {
    "Click": "take a cell; or use the arrow keys and Enter",
    "1 to 9": "on 3 x 3, take the cell with this number, row by row from the top left; on a keypad, 7 is top left",
    "U, Ctrl+Z": "undo",
    "R, Ctrl+Y": "redo",
    "I": "show a hint; press again for the move, and once more for the proof",
    "H": "show what every move is worth and what the last move did; point at a cell to see why",
    "Left, Right": "after a game: step through the moves",
    "M, T": "after a game: show the next mistake; go back and try again",
    "Enter": "after a game: play again",
    "N": "start a new game; a student's file is loaded again",
    "Tab": "go to the next cell, button or option; Shift+Tab: go back",
    "F11": "full screen",
    "Esc": "close what is open, or quit; Ctrl+Q: quit at once",
}


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of the panel: its text, and how it looks."""

    text: str
    is_faint: bool = False  # less important than others
    is_code: bool = False
    is_alert: bool = False  # says what is wrong


@dataclass(frozen=True)
class Keys:
    """A line of the help: keys, and what they do."""

    keys: str
    text: str


@dataclass(frozen=True)
class SmallBoard:
    """A small board in the panel."""

    position: Position


Block: TypeAlias = Paragraph | Keys | SmallBoard


def screen_of(controller: Controller) -> str:
    """Return the name of the current screen: "menu", "help", "choose" (a side), "play", "over" or "review"."""
    if controller.overlay in ("menu", "help"):
        return controller.overlay
    if controller.session.side is None:
        return "choose"
    if not controller.session.is_over:
        return "play"
    return "over" if controller.session.review_step is None else "review"


def labels(controller: Controller) -> dict[Target, str]:
    """Return the labels of the buttons that can be pressed on the current screen."""
    session, screen = controller.session, screen_of(controller)
    if screen in ("menu", "help"):
        return {("done", None): "Done"}
    if screen == "choose":
        reload: dict[Target, str] = {("new", None): "Reload"}
        return (reload if controller.fault else side_labels(controller)) | {("more", None): "More"}
    is_review, mistakes = screen == "review", controller.advisor.mistakes
    offers = [
        ("back", "Earlier", is_review and session.review_step != 0),
        ("forth", "Later", is_review),
        ("undo", "Undo", not is_review and session.can_undo),
        ("redo", "Redo", screen == "play" and controller.can_redo),
        ("back", "Review", screen == "over"),
        ("hint", "Hint", screen == "play" and not session.is_watching and not controller.fault),
        ("mistakes", "Next" if is_review else "Mistakes", screen != "play" and len(mistakes) > is_review),
        ("values", "Values", screen == "play"),
        ("retry", "Try Again", controller.can_retry),
        ("new", "Play Again" if screen != "play" else "Reload" if controller.fault else "New Game", True),
    ]
    return {(name, None): label for name, label, is_offered in offers if is_offered}


def disabled_labels(controller: Controller) -> dict[Target, str]:
    """Return the labels of the buttons that are shown during a game although they can do nothing now."""
    if screen_of(controller) != "play" or controller.session.is_watching:
        return {}
    offered = labels(controller)
    names: dict[Target, str] = {("undo", None): "Undo", ("redo", None): "Redo", ("hint", None): "Hint"}
    return {target: label for target, label in names.items() if target not in offered}


def side_labels(controller: Controller) -> dict[Target, str]:
    """Return the labels of the buttons that start a game."""
    if controller.settings.two_people:
        return {("side", "X"): "Play"}
    watch: dict[Target, str] = {("watch", None): "Watch"} if controller.session.can_watch else {}
    return {("side", "X"): "Play as X", ("side", "O"): "Play as O"} | watch


def blocks(controller: Controller, pointed: Target | None = None) -> list[Block]:
    """Return the blocks of the panel, the most important first; `pointed` is where the mouse or the focus is."""
    if controller.overlay == "help":
        return [Keys(keys, text) for keys, text in HELP.items()]
    if controller.overlay == "quit":
        return [Paragraph("Leave this game and quit? Press Esc again to quit, or any other key to go on.")]
    if controller.fault:
        return fault_blocks(controller)
    if controller.session.side is None:
        return []
    cell = None
    match pointed:
        case ("cell", (int(i), int(j))):
            cell = to_cell(controller.settings.game, (i, j))
    texts = [waiting_text(controller), controller.advisor.text(cell)]
    content: list[Block] = [Paragraph(text) for text in texts if text]
    notes = [Paragraph(text, is_faint=True) for text in note_texts(controller)]
    return [*content, *move_paragraphs(controller), *notes]


def fault_blocks(controller: Controller) -> list[Block]:
    """Return what is wrong with a file, what to do, and the board of the fault, unless that board is already drawn."""
    fault = controller.fault
    assert fault is not None
    place = [Paragraph(fault.place), Paragraph(printable(fault.code), is_code=True)] if fault.code else []
    meaning = [Paragraph(text) for text in (fault.meaning, next_steps(controller, fault)) if text]
    texts: list[Block] = [Paragraph(fault.happened, is_alert=True), *place, *meaning]
    scene = controller.visible_scene
    is_drawn = controller.session.side is not None and scene is not None and scene.position == fault.position
    return texts if is_drawn or not fault.position else [*texts, SmallBoard(fault.position)]


def next_steps(controller: Controller, fault: Fault) -> str:
    """Return what a person can do after a fault of a file, or of the engine's process, which a person cannot fix."""
    session = controller.session
    if not session.plays_through_file:
        undo = ", or undo your last move to continue this game" if session.can_undo else ""
        return f"Press N to start a new game{undo}."
    if session.side is None:
        return "Fix and save the file, then press N to reload it."
    go_on = ""
    if controller.is_persons_turn and fault.kind is not FaultKind.NOT_AN_ACTION:
        go_on = ", or make your move again to reload it and continue this game"
    elif session.can_undo:
        go_on = ", or undo your last move to reload it and continue this game"
    return f"Fix and save the file. Then press N to reload it and start a new game{go_on}."


def waiting_text(controller: Controller) -> str | None:
    """Return how long a file or our engine has been thinking, and after LONG_SECONDS also what can be done about it.

    Return None in the first second, and if neither is thinking.
    """
    session, seconds = controller.session, controller.seconds_waited
    if not controller.is_late or not seconds:
        return None
    is_file = session.plays_through_file
    name = name_of(session.files[session.mover_file]) if is_file else capital(computer_name(session))
    undo = "Undo takes your move back; " if session.can_undo else ""
    advice = f" {undo}New Game stops the search." if seconds >= LONG_SECONDS else ""
    return f"{name} has been thinking for {seconds} s.{advice}"


def note_texts(controller: Controller) -> list[str]:
    """Return what is unusual about the game: its board, its level, that it is too large, and whose values are shown."""
    session, settings, is_perfect = controller.session, controller.settings, controller.settings.level == PERFECT
    is_engine = not session.plays_through_file
    is_opponent = is_engine and not settings.two_people
    is_too_large = session.scene is not None and len(session.scene.free) > settings.exact_free_cells
    is_proved = controller.advisor.shown_proof is not None
    notes = {
        f"Board: {board_words(settings.game)}.": settings.game != CLASSIC,
        f"Level: {settings.level.name}.": is_opponent and not is_perfect,
        "Too large to solve: the computer plays a move proved best, or else the best one found.": is_opponent
        and is_perfect
        and is_too_large
        and not is_proved,
        f"The values come from Noughts, not from {computer_name(session)}.": not is_engine and session.values_on,
    }
    return [text for text, is_shown in notes.items() if is_shown]


def move_paragraphs(controller: Controller) -> list[Paragraph]:
    """Return the moves of the game, two in each paragraph; all are faint except the one with the reviewed move.

    The list is empty if there is no board yet, or if a file contradicts the rules.
    """
    record, step = controller.session.record if controller.session.scenes else None, controller.session.review_step
    if not isinstance(record, Record):
        return []
    names, mover = player_names(record.game), record.game.to_move(record.game.start)
    pairs = [record.moves[first : first + 2] for first in range(0, len(record.moves), 2)]
    return [
        Paragraph(f"{number}. {names.moves(mover, pair)}", is_faint=step not in (2 * number - 1, 2 * number))
        for number, pair in enumerate(pairs, 1)
    ]


def opponent_text(controller: Controller) -> str:
    """Return the text before a game: the opponent, or that two people play, and the board."""
    session, settings = controller.session, controller.settings
    board = board_words(settings.game)
    if settings.two_people:
        return f"Two people, {board}"
    against = computer_name(session) if session.plays_through_file else f"the {settings.level.name} level"
    return f"Against {against}, {board}"


def status(controller: Controller) -> str:
    """Return the score in words; "" if no game between these players has been finished."""
    session = controller.session
    return session.score.words(*session.player_names("You", "computer")) if session.score != Score() else ""
