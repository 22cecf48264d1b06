"""The colours and the font of the window."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pygame

Colour: TypeAlias = tuple[int, int, int]

# The fonts to look for on the machine, if there is none beside runner.py. All of them have a regular weight.
SYSTEM_FONTS = ("opensans", "notosans", "liberationsans", "segoeui", "helveticaneue", "roboto", "arial", "dejavusans")


# Multiples of this angle, in degrees, are spread evenly over a circle.
GOLDEN_ANGLE = 137.5


@dataclass(frozen=True)
class Theme:
    """The colours of a theme."""

    ground: Colour
    card: Colour  # behind text and under the last move
    button: Colour
    button_lit: Colour  # under the mouse
    main_button: Colour
    main_button_lit: Colour
    main_text: Colour  # on a main button
    text: Colour
    faint: Colour
    grid: Colour
    focus: Colour
    hint: Colour
    won: Colour  # the stroke under a complete line
    mistake: Colour
    marks: dict[str, Colour]
    values: dict[int, Colour]  # by value: 1 for a win, 0 for a draw, -1 for a loss


THEMES = {
    "dark": Theme(
        ground=(23, 25, 31), card=(35, 38, 47), button=(54, 58, 70), button_lit=(72, 78, 94),
        main_button=(228, 230, 236), main_button_lit=(255, 255, 255), main_text=(23, 25, 31), text=(238, 239, 243),
        faint=(163, 168, 181), grid=(84, 90, 106), focus=(255, 214, 92), hint=(126, 214, 223), won=(255, 214, 92),
        mistake=(255, 107, 112),
        marks={"X": (244, 150, 92), "O": (104, 180, 240)},
        values={1: (126, 214, 140), 0: (226, 206, 120), -1: (243, 138, 128)},
    ),
    "light": Theme(
        ground=(250, 249, 246), card=(238, 237, 232), button=(224, 223, 218),
        button_lit=(208, 207, 202), main_button=(40, 44, 54), main_button_lit=(66, 72, 88), main_text=(255, 255, 255),
        text=(30, 33, 40), faint=(92, 97, 110), grid=(176, 178, 186), focus=(24, 98, 210), hint=(0, 128, 140),
        won=(236, 178, 24), mistake=(190, 24, 60), marks={"X": (196, 78, 20), "O": (26, 102, 184)},
        values={1: (20, 116, 50), 0: (128, 92, 0), -1: (188, 38, 34)},
    ),
}  # fmt: skip


def pair_tint(theme: Theme, number: int) -> Colour:
    """Return the colour behind the cells of a pair; pairs with numbers close to each other have different hues."""
    hue = pygame.Color(0)
    hue.hsva = (number * GOLDEN_ANGLE % 360, 55, 85, 100)
    red, green, blue = (round(0.35 * own + 0.65 * ground) for own, ground in zip(hue[:3], theme.ground, strict=True))
    return red, green, blue


# The fonts for code.
CODE_FONTS = ("dejavusansmono", "liberationmono", "consolas", "menlo", "couriernew")


def find_code_font() -> str | None:
    """Return the file of the first of CODE_FONTS on the machine; None, for pygame's own font, if none is there."""
    with suppress(Exception):
        return pygame.font.match_font(list(CODE_FONTS))
    return None


def find_font(beside: Path | None) -> str | None:
    """Return `beside` if it is a font, else the file of the first of SYSTEM_FONTS on the machine.

    Return None, for pygame's own font, if the machine has none of them.
    """
    if beside and is_font(beside):
        return str(beside)
    with suppress(Exception):  # on some machines the list of fonts is damaged
        return pygame.font.match_font(list(SYSTEM_FONTS))
    return None


def is_font(path: Path) -> bool:
    """Return whether pygame can use that file as a font."""
    try:
        return path.is_file() and pygame.font.Font(str(path), 12).size("X")[0] > 0
    except (pygame.error, OSError):
        return False
