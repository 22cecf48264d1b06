"""The keys of the board and of the buttons. app.py handles the others, such as Esc, Tab and F11."""

import pygame

ARROWS = {pygame.K_UP: (-1, 0), pygame.K_DOWN: (1, 0), pygame.K_LEFT: (0, -1), pygame.K_RIGHT: (0, 1)}
# The keys that press buttons: before a game, during or after it, and together with Ctrl or Cmd.
CHOOSE_KEYS = {"m": "more", "w": "watch", "n": "new"}
PLAY_KEYS = {"u": "undo", "r": "redo", "i": "hint", "h": "values", "m": "mistakes", "n": "new", "t": "retry"}
CONTROL_KEYS = {"z": "undo", "y": "redo"}
CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
# The numbers of the cells of 3 x 3, row by row from 1: by the keys above the letters, and by the keypad (7: top left).
DIGITS = {getattr(pygame, f"K_{digit}"): digit for digit in range(1, 10)}
KEYPAD = {getattr(pygame, f"K_KP{digit}"): cell for cell, digit in enumerate((7, 8, 9, 4, 5, 6, 1, 2, 3), 1)}


def digit_of(event: pygame.event.Event) -> int:
    """Return the number of the cell, 1 to 9, that a pressed key takes, or 0 if it takes none."""
    if event.key in KEYPAD:
        return KEYPAD[event.key]
    typed = getattr(event, "unicode", "")  # on some keyboards a digit needs Shift
    return int(typed) if typed in tuple("123456789") else DIGITS.get(event.key, 0)
