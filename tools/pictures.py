"""Make the pictures of the window and of single boards: python -m tools.pictures (needs the extra "pictures").

The window is the real one, controlled by events. SDL's dummy driver draws it, so that no screen is needed.
"""

import os
import time
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["XDG_CONFIG_HOME"] = os.devnull  # no remembered size or theme

import pygame
from PIL import Image

from noughts import window
from noughts.explain.analysis import analyse
from noughts.game.rules import CLASSIC, in_a_row
from noughts.play.levels import LEVELS
from noughts.play.session import Settings

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"

# The moves of a person as X against the perfect player, with a mistake that is punished; taken cells are skipped.
MOVES = [(0, 1), (2, 0), (0, 0), (1, 2), (2, 1), (2, 2)]


# The size in pixels of all pictures of the window except window.png.
SMALL = (600, 400)
# The boards that docs/minimax.md shows.
BOARDS = {"fork": "X...O...X", "block": "X.O.X....", "win": "XX.OO....", "start": "........."}


class Film:
    """A window that this program controls, and the frames that it has shown."""

    def __init__(self, files=(ROOT / "tictactoe.py",), settings=Settings(seed=4)):  # noqa: B008  it is frozen
        window.open_display()
        from noughts.window.app import App

        self.app = App(files, settings)
        self.app.motion.is_wanted = False  # a picture shows whole marks
        self.frames = []
        self.milliseconds = []

    def live(self, seconds):
        """Let the window handle events for some seconds, and keep the last frame."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for event in pygame.event.get():
                self.app.handle(event)
            self.app.controller.tick()
            pygame.time.wait(5)
        self.app.draw()
        pixels = pygame.image.tobytes(self.app.surface, "RGB")
        self.frames.append(Image.frombytes("RGB", self.app.surface.get_size(), pixels))
        self.milliseconds.append(round(seconds * 1000))

    def click(self, target):
        """Move the mouse to a target and click it."""
        from noughts.window.layout import lay_out

        point = lay_out(self.app.surface.get_size(), self.app.controller).targets[target].center
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(0, 0, 0)))
        self.live(0.6)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=point, button=1))
        self.live(0.4)

    def press(self, *keys):
        """Press keys one after the other, and keep a frame after each."""
        for key in keys:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode="", mod=0))
            self.live(1.0)

    def save(self, name):
        """Write the last frame as a picture, and close the controller."""
        self.frames[-1].resize(SMALL, Image.Resampling.LANCZOS).save(PICTURES / name, optimize=True)
        self.app.controller.close()

    def play(self):
        """Play a game, from the choice of a side to the end."""
        self.live(1.0)
        self.click(("side", "X"))
        for move in MOVES:
            if self.app.controller.session.is_over:
                break
            if move in self.app.controller.session.scene.free:
                self.click(("cell", move))
                self.live(0.4)
        self.live(2.5)
        self.app.controller.close()


def show_values():
    """Write the picture of a game on a 4 x 3 board, with what every move is worth."""
    film = Film((), Settings(game=in_a_row(4, 3, 3), level=LEVELS[1], seed=2))
    film.live(0.5)
    film.press(pygame.K_x, pygame.K_h)
    film.click(("cell", (0, 0)))
    film.live(1.5)
    film.save("values.png")


def show_mistake():
    """Write the picture of a mistake in a game of two people, with the right moves, in the light theme."""
    film = Film((), Settings(two_people=True))
    film.app.view.theme_name = "light"
    film.live(0.5)
    film.press(pygame.K_x, pygame.K_1, pygame.K_2, pygame.K_9, pygame.K_7, pygame.K_5, pygame.K_m)
    film.save("mistake.png")


def main():
    """Write all pictures, and print how the game in the animation ended."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    show_values()
    show_mistake()
    for name, position in BOARDS.items():
        (PICTURES / f"{name}.svg").write_text(analyse(CLASSIC, position).svg() + "\n")
    film = Film()
    film.play()
    film.frames[-1].save(PICTURES / "window.png", optimize=True)
    small = [frame.resize(SMALL, Image.Resampling.LANCZOS) for frame in film.frames]
    small = [frame.quantize(64, dither=Image.Dither.NONE) for frame in small]
    small[0].save(
        PICTURES / "game.gif", save_all=True, append_images=small[1:], duration=film.milliseconds, loop=0, optimize=True
    )
    print(f"{len(small)} frames, ended: {film.app.controller.message}")


if __name__ == "__main__":
    main()
