"""The game in a pygame window: against our engine, a file with the eight functions, or another person."""

import importlib.metadata
import os
import sys
from pathlib import Path

from noughts.errors import WindowUnavailable
from noughts.game.rules import Mark
from noughts.play.session import Settings

INSTALL = "python -m pip install pygame-ce"

# On Linux, at least one of these variables is set if there is a screen or the user has chosen a video driver.
SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
# SDL drivers that draw nothing visible. SDL silently chooses one of them if it finds no screen.
INVISIBLE_DRIVERS = ("dummy", "offscreen", "evdev")


def run(files: tuple[Path, ...], settings: Settings, font: Path | None = None, side: Mark | None = None) -> None:
    """Play in a window until it is closed, with the given files or, if there are none, our engine.

    `font` is used if it is a font file. If `side` is given, the first game starts at once. Raise WindowUnavailable if
    pygame or a display is missing.
    """
    open_display()
    import pygame  # cannot fail here, because open_display has loaded it

    from noughts.window.app import App

    try:
        try:
            app = App(files, settings, font, side)
        except pygame.error as error:
            raise no_display(str(error)) from error
        app.run()
    except KeyboardInterrupt:
        pass  # Ctrl-C in the terminal closes the window too
    finally:
        pygame.quit()


def open_display() -> None:
    """Load pygame and start its display and fonts; raise WindowUnavailable if pygame or the display is unsuitable."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "Noughts")  # the name by which a desktop groups windows
    try:
        import pygame

        version = pygame.version.vernum
    except Exception as error:
        raise cannot_load(error) from error
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in SCREENS):
        raise no_display("neither DISPLAY nor WAYLAND_DISPLAY is set")
    if version < (2, 0, 1):
        upgrade = "python -m pip install --upgrade pygame-ce"
        reason = f"The window needs pygame 2.0.1 or later, but {pygame.version.ver} is installed"
        raise WindowUnavailable(reason, install=upgrade)
    try:
        pygame.display.init()
        pygame.font.init()
    except pygame.error as error:
        raise no_display(str(error)) from error
    except Exception as error:
        raise cannot_load(error) from error
    driver = pygame.display.get_driver()
    if driver in INVISIBLE_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.quit()
        raise no_display(f"SDL found only its {driver!r} driver, which shows nothing")


def no_display(reason: str) -> WindowUnavailable:
    """Return the error for a machine on which pygame finds no screen."""
    advice = "play in the terminal with  python -m noughts play --terminal"
    return WindowUnavailable(f"There is no display to open a window on ({reason})", advice)


def cannot_load(error: Exception) -> WindowUnavailable:
    """Return the error to raise if pygame is not installed or cannot be loaded, with the command that repairs it."""
    installed = [name for name in ("pygame", "pygame-ce") if any(importlib.metadata.distributions(name=name))]
    if not installed:
        return WindowUnavailable("The window needs pygame, which is not installed", install=INSTALL)
    if len(installed) == 2:
        reason = "pygame and pygame-ce are both installed and have overwritten each other's files"
        return WindowUnavailable(reason, install=f"python -m pip uninstall -y pygame pygame-ce  and then  {INSTALL}")
    reason = f"pygame is installed but does not load ({type(error).__name__}: {error})"
    uninstall = "python -m pip uninstall -y pygame  and then  " if installed == ["pygame"] else ""
    return WindowUnavailable(reason, install=f"{uninstall}python -m pip install --force-reinstall pygame-ce")
