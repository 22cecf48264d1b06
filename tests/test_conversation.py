"""The conversation, through a real pipe: every command, with nonsense before and after."""

from __future__ import annotations

import os
import re
import sys

import pexpect
import pytest
from conftest import ROOT, STUDENT_FAULTS, heed_ctrl_c
from test_cli import noughts

from noughts.play.record import read_record
from noughts.play.session import Settings
from noughts.terminal import loop
from noughts.terminal.commands import HELP, WITH_ARGUMENT, WITHOUT_ARGUMENT

COMMANDS = WITH_ARGUMENT | WITHOUT_ARGUMENT

NONSENSE = [
    "",
    "foo",
    "1 1 1",
    "99",
    "\x00",
    "hint hint",
    "-1 0",
    "level god",
    "board 0",
    "back x",
    "load it",
    "side",
    "why 9 9",
]
PROMPT = "Enter row and column (0-2): "


def talk(*typed, words=()):
    """What is said when those lines are typed."""
    done = noughts("play", "--terminal", "--seed", "1", *words, typed="".join(f"{line}\n" for line in typed))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def nonsense_alone():
    return talk(*NONSENSE, words=["--two"])


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_bears_nonsense_before_and_after_and_at_the_end_of_a_game(command):
    game = ["1", "4", "2", "5", "3"]
    said = talk(
        *NONSENSE, command, *NONSENSE, *game, *NONSENSE, command, f"{command} {command}", *NONSENSE, words=["--two"]
    )
    assert "Traceback" not in said
    assert said.rstrip().endswith("Goodbye!")


def test_nonsense_changes_nothing(nonsense_alone):
    assert "Invalid input! Enter two numbers between 0 and 2." in nonsense_alone
    assert nonsense_alone.count("0     |   |\n") == 1
    assert "Traceback" not in nonsense_alone


def test_help_names_every_command():
    said = talk("help")
    for name in set(COMMANDS) - {"?", "exit", "q", "help"}:
        assert name in HELP
    assert HELP in said


def test_a_hint_comes_in_three_steps_and_begins_anew_after_a_move():
    said = talk("1 1", "2 2", "hint", "hint", "hint", "hint", words=["--two"])
    steps = [line for line in said.splitlines() if line.startswith(("Look at", "Top", "Middle", "Bottom"))]
    assert steps[0].startswith("Look at")
    assert len(steps) == 4
    assert steps[2] == steps[3]
    again = talk("hint", "1 1", "hint", words=["--two"])
    assert again.count("Look at") == 2


def test_the_last_step_of_a_hint_draws_the_pairing_of_a_large_board():
    said = talk("board 5,5,5", "2,2", "hint", "hint", "hint")
    before, last = said.split("best move found", 1)
    drawn = [word for line in last.splitlines() if line.startswith("  ") for word in line.split() if word.islower()]
    assert "a pairing" in last
    assert "a pairing" not in before
    counts = {letter: drawn.count(letter) for letter in "abcdefghij"}
    assert set(counts.values()) == {2}, last


def test_values_show_every_move_and_each_move_is_judged_while_they_are_on():
    said = talk("values on", "0 0", "0 1", "values off", "1 1", words=["--two"])
    assert "Top left (0,0) keeps the draw." in said
    assert "Top middle (0,1) throws away the draw." in said
    assert said.count("[draws]   |   [draws]   |   [draws]") == 3
    assert "Values are off." in said


def test_why_says_why_not_that_move():
    assert (
        "Top middle (0,1) loses in 3 moves, while centre (1,1) draws. Best play with top middle (0,1): O top middle"
        in talk("0 0", "why 2", words=["--two"])
    )
    assert "'1' is taken by X" in talk("0 0", "why 1", words=["--two"])


def test_undo_and_redo_and_back_show_the_board_again():
    said = talk("1 1", "undo", "redo", "undo", "undo").split(PROMPT)
    assert ["X |" in part for part in said[1:5]] == [True, False, True, False]
    assert said[5].startswith("undo\nThere is nothing to undo.")
    back = talk("1", "2", "3", "back 2", "game", words=["--two"])
    assert "3,3,3: 0,0 unfinished" in back


def test_the_weakest_level_can_be_beaten_and_the_score_is_kept():
    said = talk("level beginner", *(["1", "5", "9", "3", "7", "2", "4", "6", "8", ""] * 20))
    assert "The AI's level is beginner." in said
    scores = [line for line in said.splitlines() if line.startswith("You ") and "draws" in line]
    assert scores
    assert not scores[-1].startswith("You 0")


def test_mistakes_name_the_move_the_right_one_and_the_way_back():
    said = talk("1", "2", "9", "7", "5", "mistakes", "back 2", "game", words=["--two"])
    assert "X wins!\nPlayer 1 1, Player 2 0, draws 0." in said
    assert (
        "Move 2, O top middle (0,1), throws away the draw: better was centre (1,1), which draws. With best play after it: X"
        in said
    )
    assert "To try again from there, type 'back 2'." in said
    assert "3,3,3: 0,0 unfinished" in said


@pytest.mark.parametrize("board", ["3,3,3,misere", "4,3,3", "4,4,3", "4,4,4", "5,5,4", "10,10,5"])
def test_other_boards_can_be_played(board):
    said = talk(f"board {board}", "0 0", "hint", "values", "undo", "game", words=["--wait", "0.05"])
    assert f"The board is {board}" in said
    assert f"{board}: unfinished" in said
    assert "AI takes" in said


def test_on_a_large_board_the_computer_says_best_found():
    assert "(best found)" in talk("board 5,5,4", "0 0", words=["--wait", "0.05"])
    assert "(best found)" not in talk("0 0")
    assert "exact values need" in talk("values", words=["--game", "15,15,5"])


def test_values_on_a_large_board_are_a_proof_with_its_pairs():
    said = talk("values", "0 0", words=["--game", "5,5,5", "--two"])
    assert "  a b c a d\n" in said
    assert "Whenever one side takes a cell with a letter" in said
    assert "every continuation that matters was searched" in talk("values", words=["--game", "5,5,4"])


def test_sides_by_turns_and_two_people():
    said = talk("turns", "side O", "quit")
    assert "You are 'O', AI is 'X'." in said
    said = talk("two", "1", "4", "2", "5", "3", "", "score", "two", "score")
    assert "Player 1 1, Player 2 0, draws 0." in said
    assert "You 0, AI 0, draws 0." in said


def test_a_game_is_written_and_loaded_and_damaged_ones_are_refused():
    line = "3,3,3: 0,0 0,1 2,2 2,0 1,1 X wins"
    said = talk(f"load {line}", "game", f"load {line[:-6]}draw", "load 3,3,3: 9,9 unfinished", words=["--two"])
    assert f"\n{line}\n" in said
    assert "but the result of its moves is 'X wins'" in said
    assert "'9,9' is not a cell" in said
    assert read_record(line).is_over


def test_a_seed_replays_the_game(tmp_path):
    typed = ["level casual", "5", "1", "2", "3", "4", "6", "7", "8", "9"]
    assert talk(*typed) == talk(*typed)
    log = tmp_path / "games.txt"
    talk("two", "1", "4", "2", "5", "3", "", "5", words=["--games", str(log)])
    assert log.read_text() == "3,3,3: 0,0 1,0 0,1 1,1 0,2 X wins\n"


def test_two_files_play_each_other(student):
    first = student("def minimax(board): return min(actions(board))", "first.py")
    second = student("def minimax(board): return max(actions(board))", "second.py")
    said = talk(words=[first, second])
    assert said.startswith("first.py is 'X', second.py is 'O'. X moves first.")
    assert "X wins!\nfirst.py 1, second.py 0, draws 0." in said


def test_a_file_gives_way_to_a_level_or_another_board(student):
    path = student("def minimax(board): return max(actions(board))")
    said = talk("level", "1", "board 4,3,3", "board 4,3,3", "0 0", words=[path])
    assert said.count("tictactoe.py makes the AI's moves.") == 2  # at the start, and as the answer to "level"
    assert "AI takes bottom right (2,2)." in said
    assert "tictactoe.py can play 3,3,3 only, so the AI plays at its perfect level." in said


@pytest.mark.parametrize(("words", "sentence"), [
    (["--level", "god"], "'god' is not a level"), (["--game", "3,3"], "is not a game"), (["--game", "50,50,5"], "2500 cells"),
    (["--wait", "-1"], "is out of range"), (["--wait", "nan"], "is out of range"),
    (["--games", "/nowhere/games.txt"], "No such file or directory: '/nowhere/games.txt'"),
    (["nowhere.py"], "there is no file 'nowhere.py'"), (["a", "b", "c"], "you named 3 files"),
])  # fmt: skip
def test_bad_options_get_a_sentence(words, sentence):
    done = noughts("play", "--terminal", *words, typed="")
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stdout == ""


def test_a_file_with_a_level_or_a_board_is_refused(student):
    for words in (["--level", "strong"], ["--game", "4,3,3"]):
        done = noughts("play", "--terminal", student(), *words, typed="")
        assert done.returncode == 2
        assert "do not work with a file" in done.stderr


def test_there_is_nothing_to_go_back_to_without_a_first_board(student):
    said = talk("back 1", "level perfect", words=[student("def initial_state(): return None")])
    assert "There is no move to go back to: this game has no moves yet." in said


def test_a_running_game_is_left_only_after_the_command_is_typed_again():
    said = talk("5", "new", "game", "new", "new", "game")
    assert said.count("This game is not over: type 'new' again to leave it, or go on playing.") == 2
    first, last = [line for line in said.splitlines() if line.startswith("3,3,3: ")]
    assert first.startswith("3,3,3: 1,1 ")
    assert last == "3,3,3: unfinished"


@pytest.mark.parametrize(("lines", "words"), STUDENT_FAULTS.items(), ids=list(STUDENT_FAULTS))
def test_a_students_fault_is_explained_and_a_mended_file_goes_on(student, lines, words, monkeypatch, capsys):
    path, typed = student(lines), iter(["1 1", "mend", "", "new", "1 1", "0 0", "quit"])

    def read(prompt):
        line = next(typed)
        if line == "mend":
            student()
            line = next(typed)
        return line

    monkeypatch.setattr(loop, "read_line", read)
    loop.run(Settings(), files=(path,))
    said = capsys.readouterr().out
    for part in words:
        assert part in said
    assert said.count("AI takes") >= 1


def test_two_people_and_back_keeps_the_file(student):
    said = talk("two", "two", "5", words=[student("def minimax(board): return max(actions(board))")])
    assert said.count("tictactoe.py makes the AI's moves.") == 2
    assert "AI takes bottom right (2,2)." in said


def test_text_is_wrapped_to_the_width_of_a_terminal_and_marks_are_coloured(student):
    said = in_terminal(["--two"], "5\n", "hint\n", "hint\n", "hint\n", "quit\n", columns=40)
    lines = said.replace("\r", "").split("\n")
    plain = [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]
    assert max(map(len, plain)) <= 40 + len("X: Enter row and column (0-2): ")
    assert "\x1b[1;33m[X]\x1b[0m" in said
    for off in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b[1;33m" not in in_terminal(["--two"], "5\n", "quit\n", **off)


def test_an_endless_search_shows_its_seconds_and_ctrl_c_takes_the_move_back(student):
    path = student("def minimax(board):\n    while True: pass")
    said = in_terminal([str(path)], "5\n", ("thinking for", "\x03"), ("was taken back", "quit\n"))
    assert re.search(r"tictactoe.py has been thinking for \d+ s\.", said)
    assert "Your move was taken back." in said
    assert said.rstrip().endswith("Goodbye!")


def in_terminal(words, *typed, columns=80, **variables):
    """What a real terminal shows. Each thing typed waits for the prompt, or for other words."""
    child = pexpect.spawn(
        sys.executable, ["-m", "noughts", "play", "--terminal", *words], cwd=ROOT, encoding="utf-8", timeout=120,
        dimensions=(40, columns), preexec_fn=heed_ctrl_c, env={**os.environ, "TERM": "xterm", "NO_COLOR": "", "COLUMNS": str(columns), **variables},
    )  # fmt: skip
    said = ""
    for each in typed:
        wanted, line = each if isinstance(each, tuple) else (r"\): |': ", each)
        child.expect(wanted)
        said += child.before + child.after
        child.send(line)
    child.expect(pexpect.EOF)
    return said + child.before
