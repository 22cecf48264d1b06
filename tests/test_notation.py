"""Games, positions and cells as text: what is read, and every refusal with its sentence."""

from __future__ import annotations

import itertools

import numpy
import pytest
from conftest import POSITIONS
from hypothesis import given
from hypothesis import strategies as st

from noughts.game import notation
from noughts.game.notation import BadInput, read_cell, read_free_cell, read_game, read_position
from noughts.game.rules import CLASSIC, Game, in_a_row


def reached(game: Game) -> set[str]:
    """Every position that play can reach."""
    seen, waiting = {game.start}, [game.start]
    while waiting:
        position = waiting.pop()
        if not game.is_over(position):
            for cell in game.free(position):
                after = game.after(position, cell)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return seen


@pytest.mark.parametrize(
    ("name", "count"), [("3,3,3", 5478), ("3,3,3,misere", 5478), ("3,2,2", None), ("2,4,2", None), ("4,2,3", None)]
)
def test_exactly_the_reachable_positions_are_let_through(name, count):
    game = read_game(name)
    accepted = set()
    for marks in itertools.product("XO.", repeat=len(game.cells)):
        try:
            accepted.add(read_position(game, "".join(marks)))
        except BadInput:
            pass
    assert accepted == reached(game)
    assert count in (None, len(accepted))


@pytest.mark.parametrize(
    "text",
    [
        "X.O.X....",
        "x.o.x....",
        "X_O_X____",
        "X O X    ",
        "X.O/.X./...",
        "X.O\n.X.\n...",
        "X.O\r\n.X.\r\n...\n",
        "x_O/ X /...",
    ],
)
def test_one_position_can_be_written_in_many_ways(text):
    assert read_position(CLASSIC, text) == "X.O.X...."


@pytest.mark.parametrize("blank", [None, " ", "", ".", "_"])
def test_list_boards_and_arrays_are_read(blank):
    rows = [["X", blank, "o"], [blank, "X", blank], [blank] * 3]
    assert read_position(CLASSIC, rows) == "X.O.X...."
    assert read_position(CLASSIC, tuple(map(tuple, rows))) == "X.O.X...."
    assert read_position(CLASSIC, numpy.array(rows, dtype=object)) == "X.O.X...."
    if blank is not None:
        assert read_position(CLASSIC, numpy.array(rows)) == "X.O.X...."


REFUSED = {
    "X.O": "'X.O' has 3 cells: 3,3,3 needs 9, written row by row",
    "": "'' has 0 cells: 3,3,3 needs 9",
    "X........O": "has 10 cells",
    "X.O/.X.": "has rows of length 3, 3: 3,3,3 has 3 rows of length 3",
    "X.O/.X/....": "has rows of length 3, 2, 4",
    "X.Z......": "contains 'Z': write 'X', 'O', and '.' for a free cell",
    "X.0......": "contains '0'",
    "X.É......": "contains 'É'",
    "XX.......": "has 2 X and 0 O: X moves first, so there must be as many X as O, or one more X",
    "O........": "has 0 X and 1 O",
    "XXXOOO...": "has a line of X and a line of O: the game ends with the first",
    "XXXOO.O..": "continues after the end of the game: O moved when X already had a line",
    "OOOXX.XX.": "continues after the end of the game: X moved when O already had a line",
}


@pytest.mark.parametrize(("text", "sentence"), REFUSED.items(), ids=list(REFUSED))
def test_every_impossible_position_is_refused_with_its_own_sentence(text, sentence):
    with pytest.raises(BadInput) as refused:
        read_position(CLASSIC, text)
    assert sentence in str(refused.value)


def test_two_lines_that_no_single_move_completes_are_refused():
    with pytest.raises(BadInput, match="no single move completes all lines of X"):
        read_position(in_a_row(4, 4, 3), "XXX.OO.OO..OXXX.")


@pytest.mark.parametrize("rows", [5, [1, 2, 3], [["X"] * 3] * 2, [["X", 1, None]] + [[None] * 3] * 2, [[True] * 3] * 3])
def test_what_is_no_list_board_is_refused(rows):
    with pytest.raises(BadInput, match=r"is not a board|has rows of|has no rows|contains"):
        read_position(CLASSIC, rows)


@given(st.text(max_size=20) | st.text(alphabet="XOxo._ /\n", max_size=14))
def test_any_text_is_read_or_refused_and_never_crashed_on(text):
    sentences = []
    for read in (read_game, lambda t: read_position(CLASSIC, t), lambda t: read_cell(CLASSIC, t)):
        try:
            read(text)
        except BadInput as refused:
            sentences.append(str(refused))
    assert all(len(sentence) > 20 for sentence in sentences)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5), st.booleans(), st.data())
def test_games_positions_and_cells_survive_being_written(columns, rows, length, misere, data):
    length = min(length, max(columns, rows))
    game = in_a_row(columns, rows, length, misere)
    assert read_game(game.name) == game
    position = game.start
    for _ in range(data.draw(st.integers(0, columns * rows))):
        if game.is_over(position):
            break
        position = game.after(position, data.draw(st.sampled_from(game.free(position))))
    assert read_position(game, position) == position
    assert read_position(game, "/".join(notation.rows_of(game, position))) == position
    assert read_position(game, notation.to_board(game, position)) == position
    assert all(read_cell(game, notation.cell_text(game, cell)) == cell for cell in game.cells)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a game: write columns, rows and marks in a row, like '3,3,3'"),
        ("3,3", "is not a game"),
        ("3,3,3,funny", "is not a game"),
        ("-3,3,3", "is not a game"),
        ("３,3,3", "is not a game"),
        ("0,3,3", "has 0 columns and 3 rows: write numbers from 1 to 50"),
        ("999999999,3,3", "write numbers from 1 to 50"),
        ("3,3,4", "asks for 4 in a row: write a number from 1 to 3"),
        ("3,3,0", "asks for 0 in a row"),
    ],
)
def test_what_is_no_game_is_refused(text, sentence):
    with pytest.raises(BadInput) as refused:
        read_game(text)
    assert sentence in str(refused.value)


def test_cells_are_read_by_row_and_column_or_by_digit():
    assert [read_cell(CLASSIC, str(digit)) for digit in range(1, 10)] == list(range(9))
    assert read_cell(CLASSIC, " 1 , 2 ") == 5
    assert read_cell(in_a_row(4, 4, 3), "3,3") == 15
    for text in ("", "0", "10", "12", "3,0", "0,3", "-1,0", "a", "1,1,1", "²"):
        with pytest.raises(
            BadInput,
            match="is not a cell: write row and column, like '0,0', with rows 0 to 2 and columns 0 to 2, or a digit",
        ):
            read_cell(CLASSIC, text)
    with pytest.raises(BadInput, match=r"rows 0 to 3 and columns 0 to 3$"):
        read_cell(in_a_row(4, 4, 3), "5")
    with pytest.raises(BadInput, match=r"'1' is taken by X in X\.{8}: the free cells are 0,1  0,2"):
        read_free_cell(CLASSIC, "X........", "1")


def test_every_position_survives_the_list_board_and_the_array():
    for position in POSITIONS:
        board = notation.to_board(CLASSIC, position)
        assert notation.from_board(board) == position
        assert notation.from_board(numpy.array(list(position.replace(".", " "))).reshape(3, 3)) == position


def test_a_list_board_has_rows_of_its_own():
    board = notation.to_board(CLASSIC, CLASSIC.start)
    assert board == [[None] * 3] * 3
    assert len({id(row) for row in board}) == 3


def test_cells_and_pairs_are_each_others_inverse_on_boards_that_are_not_square():
    game = in_a_row(4, 3, 3)
    assert [notation.row_column(game, cell) for cell in (0, 3, 4, 11)] == [(0, 0), (0, 3), (1, 0), (2, 3)]
    assert all(notation.to_cell(game, notation.row_column(game, cell)) == cell for cell in game.cells)
