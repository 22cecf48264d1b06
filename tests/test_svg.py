"""The pictures are well formed, whatever is written on them."""

from __future__ import annotations

from xml.etree import ElementTree

from conftest import POSITIONS

from noughts.explain import svg
from noughts.explain.analysis import analyse
from noughts.game.rules import CLASSIC

SVG = "{http://www.w3.org/2000/svg}"


def test_every_position_is_a_well_formed_picture_with_its_marks():
    for position in POSITIONS[::17]:
        root = ElementTree.fromstring(analyse(CLASSIC, position).svg())
        assert len(root.findall(f"{SVG}circle")) == position.count("O")
        crosses = [path for path in root.findall(f"{SVG}path") if path.get("stroke") == svg.MARKS["X"]]
        assert len(crosses) == position.count("X")
        assert len(root.findall(f"{SVG}line")) == len(CLASSIC.complete_lines(position, "X")) + len(
            CLASSIC.complete_lines(position, "O")
        )


def test_labels_are_text_and_never_markup():
    text = svg.board(1, ".", {0: "<script>&"}, title="<b>")
    assert "<script>" not in text
    assert ElementTree.fromstring(text).find(f"{SVG}title").text == "<b>"


def test_a_board_of_one_cell_has_no_grid():
    assert ElementTree.fromstring(svg.board(1, "X")).findall(f"{SVG}path")[0].get("stroke") == svg.MARKS["X"]


def test_bars_grow_with_their_values():
    root = ElementTree.fromstring(svg.bars([("a", 1, "1 ms"), ("b", 100, "100 ms"), ("c", 10, "10 ms")], "times"))
    widths = [float(bar.get("width")) for bar in root.findall(f"{SVG}rect")[1:]]
    assert widths[0] < widths[2] < widths[1]
