"""What pygame does not provide: smooth marks, lines and rounded rectangles, mixed colours, and wrapped text."""

from bisect import bisect_right
from functools import lru_cache

import pygame
from pygame import Vector2

from noughts.game.rules import Mark, X
from noughts.window.theme import Colour

# How many pictures are cached. A window needs a few dozen at a time.
PICTURES_MAX = 256


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
    """Return a mixture of two colours; `share`, from 0 to 1, is how much of it is `ground`."""
    mixed = [round(part * (1 - share) + other * share) for part, other in zip(colour, ground, strict=True)]
    return mixed[0], mixed[1], mixed[2]


def canvas(size: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Return a surface of transparent pixels in that colour, so that shapes in it keep their colour when scaled."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill((*colour, 0))
    return surface


@lru_cache(PICTURES_MAX)
def mark_picture(mark: Mark, side: int, colour: Colour) -> pygame.Surface:
    """Return a picture of a mark, `side` pixels wide and high. It is drawn larger and scaled down to be smooth."""
    large = side * (4 if side < 300 else 2)
    picture = canvas((large, large), colour)
    width = max(1, round(large * 0.15))
    if mark == X:
        near, far = Vector2(width / 2, width / 2), Vector2(large - width / 2, large - width / 2)
        thick_line(picture, near, far, width, colour)
        thick_line(picture, Vector2(near.x, far.y), Vector2(far.x, near.y), width, colour)
    else:
        pygame.draw.circle(picture, colour, (large // 2, large // 2), large // 2, width)
    return pygame.transform.smoothscale(picture, (side, side))


@lru_cache(PICTURES_MAX)
def rounded_picture(size: tuple[int, int], radius: int, colour: Colour, width: int = 0) -> pygame.Surface:
    """Return a picture of a rectangle with rounded corners, filled if `width` is 0, else an outline of that width."""
    scale = 3
    picture = canvas((size[0] * scale, size[1] * scale), colour)
    pygame.draw.rect(picture, colour, picture.get_rect(), width * scale, border_radius=radius * scale)
    return pygame.transform.smoothscale(picture, size)


def rounded(surface: pygame.Surface, rect: pygame.Rect, radius: int, colour: Colour, width: int = 0) -> None:
    """Draw a rectangle with rounded corners, as `rounded_picture` describes; draw nothing if it is empty."""
    if rect.width > 0 and rect.height > 0:
        surface.blit(rounded_picture((rect.width, rect.height), radius, colour, width), rect)


def stroke(surface: pygame.Surface, first: Vector2, last: Vector2, width: float, colour: Colour) -> None:
    """Draw a smooth, thick line with round ends between two points of the surface."""
    margin = round(width) + 1
    corner = Vector2(min(first.x, last.x) - margin, min(first.y, last.y) - margin)
    size = (round(abs(last.x - first.x)) + 2 * margin, round(abs(last.y - first.y)) + 2 * margin)
    picture = canvas((2 * size[0], 2 * size[1]), colour)  # drawn larger to smooth its edges
    thick_line(picture, (first - corner) * 2, (last - corner) * 2, width * 2, colour)
    surface.blit(pygame.transform.smoothscale(picture, size), (round(corner.x), round(corner.y)))


def thick_line(surface: pygame.Surface, first: Vector2, last: Vector2, width: float, colour: Colour) -> None:
    """Draw a thick line with round ends. pygame.draw.line would draw slanted ends."""
    along = last - first
    if along.length() > 0:
        across = Vector2(-along.y, along.x).normalize() * width / 2
        pygame.draw.polygon(surface, colour, [first + across, last + across, last - across, first - across])
    for end in (first, last):
        pygame.draw.circle(surface, colour, end, width / 2 - 0.5)  # pygame also fills pixels that it only touches


def icon() -> pygame.Surface:
    """Return the icon of the window: a board with a cross and two noughts."""
    picture = canvas((64, 64), (29, 36, 51))
    rounded(picture, picture.get_rect(), 14, (29, 36, 51))
    for at in (22, 42):
        stroke(picture, Vector2(at, 12), Vector2(at, 52), 3, (74, 86, 110))
        stroke(picture, Vector2(12, at), Vector2(52, at), 3, (74, 86, 110))
    for mark, place, colour in (
        ("X", (32, 32), (255, 157, 92)),
        ("O", (49, 15), (108, 184, 255)),
        ("O", (15, 49), (108, 184, 255)),
    ):
        drawn = mark_picture(mark, 13, colour)
        picture.blit(drawn, drawn.get_rect(center=place))
    return picture
