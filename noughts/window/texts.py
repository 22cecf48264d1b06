"""The words in the window: its buttons, and the texts in its panel. No pygame here.

target      a cell, button or option, which a person can point at, e.g. ("cell", (1, 1)) or ("side", "X")
block       a part of the panel: a paragraph, or a small board
"""

from dataclasses import dataclass
from typing import TypeAlias

from noughts.explain.names import player_names
from noughts.game.notation import to_cell
from noughts.game.rules import CLASSIC, Position
from noughts.play.levels import PERFECT
from noughts.play.record import Record
from noughts.play.session import Score
from noughts.window.advisor import computer_name
from noughts.window.controller import Controller
from noughts.window.menu import board_words

Target: TypeAlias = tuple[str, object]

# After this time a text says what can be done about a search that goes on.
LONG_SECONDS = 10

HELP = [
    "Click a cell to take it, or move with the arrow keys and press Enter.",
    "On 3 x 3 the digits 1 to 9 take the cells row by row; on a keypad, 7 is top left.",
    "U or Ctrl+Z: undo. R or Ctrl+Y: redo.",
    "I: a hint; press it again for the move, and once more for the proof.",
    "H: what every move is worth. Point at a cell to see why; after your move you see what it did.",
    "After a game: Left and Right step through the moves, M shows the mistakes, Enter plays again.",
    "N: a new game. A student's file is loaded again.",
    "Tab and Shift+Tab: go through everything. F11: full screen.",
    "Esc: close what is open. Ctrl+Q: quit.",
]


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of the panel: its text, and whether it is less important than others."""

    text: str
    is_faint: bool = False


@dataclass(frozen=True)
class SmallBoard:
    """A small board in the panel."""

    position: Position


Block: TypeAlias = Paragraph | SmallBoard


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
    """Return the buttons of the current screen with their labels."""
    session, screen = controller.session, screen_of(controller)
    if screen in ("menu", "help"):
        return {("done", None): "Done"}
    if screen == "choose":
        reload: dict[Target, str] = {("new", None): "Reload"} if controller.fault else {}
        return ({} if controller.fault else side_labels(controller)) | {("more", None): "More"} | reload
    is_review, mistakes = screen == "review", controller.advisor.mistakes
    offers = [
        ("back", "Earlier", is_review and session.review_step != 0),
        ("forth", "Later", is_review),
        ("undo", "Undo", not is_review and session.can_undo),
        ("redo", "Redo", screen == "play" and controller.can_redo),
        ("back", "Review", screen == "over"),
        ("hint", "Hint", screen == "play" and not session.is_watching and not controller.fault),
        ("mistakes", "Next" if is_review else "Mistakes", len(mistakes) > is_review),
        ("values", "Values", screen == "play"),
        ("retry", "Try Again", controller.can_retry),
        ("new", "New Game" if screen == "play" else "Play Again", True),
    ]
    return {(name, None): label for name, label, is_offered in offers if is_offered}


def side_labels(controller: Controller) -> dict[Target, str]:
    """Return the buttons that start a game; while a file has a fault, they are shown but do nothing."""
    if controller.settings.two_people:
        return {("side", "X"): "Play"}
    watch: dict[Target, str] = {("watch", None): "Watch"} if controller.session.can_watch else {}
    return {("side", "X"): "Play as X", ("side", "O"): "Play as O"} | watch


def blocks(controller: Controller, pointed: Target | None = None) -> list[Block]:
    """Return the content of the panel, the most important first."""
    if controller.overlay == "help":
        return [Paragraph(text) for text in HELP]
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
    notes = [*note_texts(controller), moves_text(controller)]
    content: list[Block] = [Paragraph(text) for text in texts if text]
    return content + [Paragraph(text, is_faint=True) for text in notes if text]


def fault_blocks(controller: Controller) -> list[Block]:
    """Return what is wrong with a file, what to do, and the board on which it happened unless it is already drawn."""
    fault = controller.fault
    assert fault is not None
    undo = ", or undo your move" if controller.session.can_undo else ""
    todo = f"Fix and save the file, then press N to load it again{undo}."
    texts: list[Block] = [Paragraph(text) for text in [*fault.paragraphs, todo]]
    scene = controller.visible_scene
    is_drawn = controller.session.side is not None and scene is not None and scene.position == fault.position
    return texts if is_drawn or not fault.position else [*texts, SmallBoard(fault.position)]


def waiting_text(controller: Controller) -> str | None:
    """Return how long a search has been going on, and after LONG_SECONDS what can be done about it."""
    seconds = controller.seconds_waited
    if not controller.is_late or not seconds:
        return None
    name = computer_name(controller.session)
    undo = "Undo takes your move back; " if controller.session.can_undo else ""
    advice = f" {undo}New Game stops the search." if seconds >= LONG_SECONDS else ""
    return (
        f"{name[:1].upper() + name[1:] if name.startswith('the ') else name} has been thinking for {seconds} s.{advice}"
    )


def note_texts(controller: Controller) -> list[str]:
    """Return what is unusual about the game: its board, its level, whose values are shown."""
    session, settings, is_perfect = controller.session, controller.settings, controller.settings.level == PERFECT
    is_engine = not session.plays_through_file
    is_opponent = is_engine and not settings.two_people
    is_too_large = session.scene is not None and len(session.scene.free) > settings.exact_free_cells
    notes = {
        f"Board: {board_words(settings.game)}.": settings.game != CLASSIC,
        f"Level: {settings.level.name}.": is_opponent and not is_perfect,
        "Too large to solve: the computer plays the best move found.": is_opponent and is_perfect and is_too_large,
        f"Values by Noughts, moves by {computer_name(session)}.": not is_engine and session.values_on,
    }
    return [text for text, is_shown in notes.items() if is_shown]


def moves_text(controller: Controller) -> str:
    """Return the moves of the game so far."""
    record = controller.session.record if controller.session.scenes else None
    if not isinstance(record, Record) or not record.moves:
        return ""
    names = player_names(record.game)
    return "Moves: " + names.moves(record.game.to_move(record.game.start), record.moves) + "."


def status(controller: Controller) -> str:
    """Return the score, if any game has been finished."""
    session = controller.session
    return session.score.words(*session.player_names("You", "computer")) if session.score != Score() else ""
