"""The animation of a new mark, which grows for a moment, unless the system is set to show no animations."""

import os
import subprocess
import sys
import time
from contextlib import suppress

from noughts.game.rules import FREE, Cell, Position

# How long a new mark grows, and how long each frame of this animation is shown.
GROW_SECONDS, FRAME_SECONDS = 0.15, 0.016


class Motion:
    """Knows which marks are growing, and since when."""

    def __init__(self) -> None:
        self.is_wanted = wants_motion()
        self._position: Position = ""  # the position that was shown last
        self._began: dict[Cell, float] = {}  # when each new mark began to grow

    @property
    def is_going_on(self) -> bool:
        """Whether a mark is growing."""
        return bool(self._began)

    def growth(self, position: Position) -> dict[Cell, float]:
        """Return how much of each growing mark is shown now, from 0 to 1.

        A new mark begins to grow if nothing else differs from the position of the last call.
        """
        now = time.monotonic()
        if position != self._position:
            self._began = dict.fromkeys(self._new_marks(position), now) if self.is_wanted else {}
            self._position = position
        self._began = {cell: began for cell, began in self._began.items() if now < began + GROW_SECONDS}
        return {cell: (now - began) / GROW_SECONDS for cell, began in self._began.items()}

    def _new_marks(self, position: Position) -> list[Cell]:
        """Return, as a list, the cell of the only new mark since the last position; [] if anything else has changed."""
        if len(position) != len(self._position):
            return []
        changed = [cell for cell, mark in enumerate(position) if mark != self._position[cell]]
        return changed if len(changed) == 1 and self._position[changed[0]] == FREE else []


def wants_motion() -> bool:
    """Return False if the system is set to show no animations; True if it is not or does not say."""
    commands = {
        "darwin": (["defaults", "read", "com.apple.universalaccess", "reduceMotion"], "1"),
        "linux": (["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"], "false"),
    }
    if sys.platform == "win32":
        import ctypes

        is_on = ctypes.c_int(1)
        ctypes.windll.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(is_on), 0)  # SPI_GETCLIENTAREAANIMATION
        return bool(is_on.value)
    if sys.platform not in commands or os.environ.get("SDL_VIDEODRIVER") == "dummy":
        return True
    command, answer_if_off = commands[sys.platform]
    with suppress(OSError, subprocess.SubprocessError):
        done = subprocess.run(command, capture_output=True, text=True, timeout=1, check=False)
        return done.stdout.strip() != answer_if_off
    return True
