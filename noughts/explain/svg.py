"""Boards and bar charts as SVG. Nothing here depends on the rules of a game.

shade       "win", "draw" or "loss": a tint behind a cell; the cell's label says the same in words
label       text on a free cell; a newline begins a new line
"""

from collections.abc import Collection, Mapping, Sequence
from html import escape
from math import log10

# Sizes in pixels, then colours.
CELL = 100
MARGIN = 12
INK = "#1c2230"
GRID = "#8a92a6"
MARKS = {"X": "#c2500a", "O": "#1561a8"}
TINTS = {"win": "#d5efd8", "draw": "#f4ecc6", "loss": "#f8d6d3"}
STRIKE = "#e0a800"
PAIR_TINTS = (
    "#f6d5d5", "#d5e3f6", "#d9f0d3", "#f6ecc8", "#e6d9f2", "#cfeeee",
    "#f8dfc4", "#dfe3e8", "#f3cfe4", "#e3edb8", "#c9d4f4", "#ead9c6",
)  # fmt: skip


def board(
    columns: int,
    marks: str,
    labels: Mapping[int, str] | None = None,
    shades: Mapping[int, str] | None = None,
    strong: Collection[int] = (),
    struck: Sequence[Sequence[int]] = (),
    title: str = "",
    tints: Mapping[int, str] | None = None,
) -> str:
    """Return a board as SVG. `marks` is a position, and `labels` and `shades` say what free cells show.

    The cells in `strong` get a frame, and the lines in `struck` are struck through. `tints` are colours for
    cells without a shade. The default title is the marks.

    >>> board(3, "X.O.X....", {8: "wins"}).startswith("<svg")
    True
    """
    rows = len(marks) // columns
    parts = []
    for cell, mark in enumerate(marks):
        left, top = MARGIN + cell % columns * CELL, MARGIN + cell // columns * CELL
        if tint := TINTS[shades[cell]] if shades and cell in shades else (tints or {}).get(cell):
            parts.append(f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{tint}"/>')
        if cell in strong:
            parts.append(
                f'<rect x="{left + 7}" y="{top + 7}" width="{CELL - 14}" height="{CELL - 14}" rx="10" fill="none" '
                f'stroke="{INK}" stroke-width="3"/>'
            )
        parts.append(mark_shape(mark, left + CELL / 2, top + CELL / 2))
        if labels and cell in labels:
            parts.append(label_text(labels[cell], left + CELL / 2, top + CELL / 2))
    parts += [grid(columns, rows), *(strike(line, columns) for line in struck)]
    return document(columns * CELL + 2 * MARGIN, rows * CELL + 2 * MARGIN, title or marks, parts)


def document(width: int, height: int, title: str, parts: Sequence[str]) -> str:
    """Return an SVG document with a white background; empty parts are left out."""
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>',
    ]
    return "\n".join([*head, *filter(None, parts), "</svg>"])


def mark_shape(mark: str, x: float, y: float) -> str:
    """Return the shape of a mark, centred on a point; an empty string for a free cell."""
    if mark == "X":
        return (
            f'<path d="M{x - 26:g} {y - 26:g}l52 52m0 -52l-52 52" stroke="{MARKS["X"]}" stroke-width="11" '
            f'stroke-linecap="round" fill="none"/>'
        )
    if mark == "O":
        return f'<circle cx="{x:g}" cy="{y:g}" r="28" stroke="{MARKS["O"]}" stroke-width="11" fill="none"/>'
    return ""


def label_text(label: str, x: float, y: float) -> str:
    """Return a label as SVG text of one or more lines, centred on a point."""
    lines = label.split("\n")
    first = y - 9 * (len(lines) - 1) + 5
    spans = "".join(f'<tspan x="{x:g}" y="{first + 19 * i:g}">{escape(line)}</tspan>' for i, line in enumerate(lines))
    return f'<text text-anchor="middle" font-size="15" fill="{INK}">{spans}</text>'


def grid(columns: int, rows: int) -> str:
    """Return the lines between the cells; an empty string for a single cell."""
    across = "".join(f"M{MARGIN} {MARGIN + row * CELL}h{columns * CELL}" for row in range(1, rows))
    down = "".join(f"M{MARGIN + column * CELL} {MARGIN}v{rows * CELL}" for column in range(1, columns))
    path = f'<path d="{across}{down}" stroke="{GRID}" stroke-width="3" stroke-linecap="round"/>'
    return path if across or down else ""


def strike(line: Sequence[int], columns: int) -> str:
    """Return a stroke from the first to the last cell of a line."""
    ends = [(MARGIN + (c % columns + 0.5) * CELL, MARGIN + (c // columns + 0.5) * CELL) for c in (line[0], line[-1])]
    (x1, y1), (x2, y2) = ends
    return (
        f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{STRIKE}" stroke-width="7" '
        f'stroke-linecap="round"/>'
    )


def bars(rows: Sequence[tuple[str, float, str]], title: str) -> str:
    """Return a bar chart as SVG, on a logarithmic scale; a row is (name, value above 0, text at the bar's end)."""
    smallest, largest = min(value for _, value, _ in rows), max(value for _, value, _ in rows)
    span = max(log10(largest / smallest), 0.1)
    parts = [f'<text x="16" y="26" font-size="16" fill="{INK}">{escape(title)}</text>']
    for index, (name, value, label) in enumerate(rows):
        top = 42 + 30 * index
        length = 20 + 330 * log10(value / smallest) / span
        parts += [
            f'<text x="246" y="{top + 16}" font-size="14" text-anchor="end" fill="{INK}">{escape(name)}</text>',
            f'<rect x="256" y="{top}" width="{length:.1f}" height="22" rx="4" fill="{MARKS["O"]}"/>',
            f'<text x="{264 + length:.1f}" y="{top + 16}" font-size="14" fill="{INK}">{escape(label)}</text>',
        ]
    return document(760, 50 + 30 * len(rows), title, parts)
