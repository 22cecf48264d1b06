"""The game in a window, through any file with the eight functions."""

from __future__ import annotations

import importlib.metadata
import os
import sys
from pathlib import Path

from noughts.evening import Settings
from noughts.rules import Mark

MISSING = "The window needs pygame, which is not installed: type  python -m pip install pygame-ce"
MIXED = (
    "pygame and pygame-ce are both installed and have overwritten each other's files: type  "
    "python -m pip uninstall -y pygame pygame-ce  and then  python -m pip install pygame-ce"
)
TOO_OLD = "The window needs pygame 2, and this is {version}: type  python -m pip install --upgrade pygame-ce"
DAMAGED = "pygame is installed but does not load ({error}): type  python -m pip install --force-reinstall pygame-ce"
NO_DISPLAY = (
    "There is no display to open a window on ({reason}): play in the terminal with  python -m noughts play --terminal"
)

# Where one of these is set, Linux has a screen, or somebody chose to do without.
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
# SDL's drivers that draw where nobody sees it. SDL takes one silently where it finds no screen.
UNSEEN = ("dummy", "offscreen", "evdev")


class NoWindow(Exception):
    """There can be no window here, with a sentence that says what to do."""


def run(files: tuple[Path, ...], settings: Settings, font: Path | None = None, side: Mark | None = None) -> None:
    """Play in a window until it is closed. Without a file, our own engine is played through."""
    open_display()
    import pygame  # only once it is known to load

    from noughts.window.app import App

    try:
        App(files, settings, font, side).run()
    except KeyboardInterrupt:
        pass  # Ctrl-C in the terminal it was started from closes it too
    finally:
        pygame.quit()


def open_display() -> None:
    """Load pygame and find a screen; NoWindow where either fails."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "Noughts")  # the name by which a desktop groups windows
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in SCREENS):
        raise NoWindow(NO_DISPLAY.format(reason="neither DISPLAY nor WAYLAND_DISPLAY is set"))
    try:
        import pygame

        version = pygame.version.vernum
        pygame.display.init()
        pygame.font.init()
    except Exception as error:
        raise NoWindow(why_not(error)) from error
    if version < (2, 0, 1):
        raise NoWindow(TOO_OLD.format(version=pygame.version.ver))
    driver = pygame.display.get_driver()
    if driver in UNSEEN and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.quit()
        raise NoWindow(NO_DISPLAY.format(reason=f"SDL would draw to its {driver!r} driver"))


def why_not(error: Exception) -> str:
    """The sentence for what kept pygame from loading or from finding a screen."""
    if type(error).__name__ == "error":  # pygame's own: it has loaded, and there is no screen
        return NO_DISPLAY.format(reason=error)
    installed = [name for name in ("pygame", "pygame-ce") if is_installed(name)]
    if not installed:
        return MISSING
    return MIXED if len(installed) == 2 else DAMAGED.format(error=f"{type(error).__name__}: {error}")


def is_installed(name: str) -> bool:
    """Does pip know of a package by that name?"""
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
