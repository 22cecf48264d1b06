"""What pygame does not provide: smooth marks and lines, mixed colours, and wrapped text."""

from bisect import bisect_right
from pathlib import Path
from typing import TypeAlias

import pygame
from pygame import Vector2

from noughts.game.rules import Mark, X

Colour: TypeAlias = tuple[int, int, int]


def is_font(path: Path) -> bool:
    """Return whether pygame can use that file as a font."""
    try:
        return path.is_file() and pygame.font.Font(str(path), 12).size("X")[0] > 0
    except (pygame.error, OSError):
        return False


def wrap(font: pygame.font.Font, text: str, width: int) -> list[str]:
    """Return the text as lines of at most `width` pixels; split a word that is wider than that."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.size(longer)[0] <= width:
            lines[-1] = longer
            continue
        lines.append(word)
        while len(lines[-1]) > 1 and font.size(lines[-1])[0] > width:
            wide = lines[-1]
            fitting = bisect_right(range(len(wide) + 1), width, lo=1, key=lambda end: font.size(wide[:end])[0]) - 1
            lines[-1:] = [wide[: max(1, fitting)], wide[max(1, fitting) :]]
    return [line for line in lines if line]


def blend(colour: Colour, ground: Colour, share: float) -> Colour:
    """Return a mixture of two colours; `share`, from 0 to 1, is the share of `ground`."""
    mixed = [round(part * (1 - share) + other * share) for part, other in zip(colour, ground, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def shape(mark: Mark, side: int, colour: Colour) -> pygame.Surface:
    """Return a picture of a mark, `side` pixels wide and high. It is drawn larger and scaled down to be smooth."""
    large = side * (4 if side < 300 else 2)
    canvas = pygame.Surface((large, large), pygame.SRCALPHA)
    canvas.fill((*colour, 0))
    width = max(1, round(large * 0.15))
    if mark == X:
        near, far = Vector2(width / 2, width / 2), Vector2(large - width / 2, large - width / 2)
        thick_line(canvas, near, far, width, colour)
        thick_line(canvas, Vector2(near.x, far.y), Vector2(far.x, near.y), width, colour)
    else:
        pygame.draw.circle(canvas, colour, (large // 2, large // 2), large // 2, width)
    return pygame.transform.smoothscale(canvas, (side, side))


def strike(surface: pygame.Surface, first: Vector2, last: Vector2, width: float, colour: Colour) -> None:
    """Draw a smooth, thick line between two points of the surface."""
    margin = round(width) + 1
    corner = Vector2(min(first.x, last.x) - margin, min(first.y, last.y) - margin)
    size = (round(abs(last.x - first.x)) + 2 * margin, round(abs(last.y - first.y)) + 2 * margin)
    canvas = pygame.Surface((2 * size[0], 2 * size[1]), pygame.SRCALPHA)  # drawn larger to smooth its edges
    canvas.fill((*colour, 0))
    thick_line(canvas, (first - corner) * 2, (last - corner) * 2, width * 2, colour)
    surface.blit(pygame.transform.smoothscale(canvas, size), (round(corner.x), round(corner.y)))


def thick_line(canvas: pygame.Surface, first: Vector2, last: Vector2, width: float, colour: Colour) -> None:
    """Draw a thick line with round ends; the ends of pygame.draw.line are slanted."""
    along = last - first
    if along.length() > 0:
        across = Vector2(-along.y, along.x).normalize() * width / 2
        pygame.draw.polygon(canvas, colour, [first + across, last + across, last - across, first - across])
    for end in (first, last):
        pygame.draw.circle(canvas, colour, end, width / 2 - 0.5)  # pygame fills pixels that the circle only touches
