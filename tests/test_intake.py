"""Who handed in what: folders, checkouts, what platforms make, and what the hostile send."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import tempfile
import time
import zipfile
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from submission_cases import BASE

from noughts.course.grading import rubric
from noughts.course.intake import names, roster, sources, submissions
from noughts.course.intake.spool import Spool
from noughts.course.pipeline import candidates_of, read_submissions
from noughts.course.records import Plan
from noughts.errors import BadInput

RIGHT = BASE.encode()
WRONG = RIGHT.replace(b"(2, 4, 6)", b"(2, 4, 5)")
RUBRIC = rubric.read("")


def zipped(path, entries):
    """An archive with those entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return path


def found_in(source, **options):
    """Its submissions by whose they are."""
    plan = Plan(source, Path("unused"), RUBRIC, **options)
    gathered = read_submissions(plan, Spool(Path(tempfile.gettempdir())))
    return {attempts[-1].key: candidates_of(plan, attempts, None)[-1] for attempts in gathered}


def told(submission):
    """What is wrong with how it was handed in, in words."""
    return tuple(problem.words for problem in submission.problems)


def program(submission):
    """The bytes that are graded."""
    return submission.data.read()


# ---- In ----


def test_a_folder_of_files_of_folders_and_an_empty_one(tmp_path):
    (tmp_path / "ada.py").write_bytes(RIGHT)
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "tictactoe.py").write_bytes(WRONG)
    (tmp_path / "cleo v1.0").mkdir()
    found = found_in(tmp_path)
    assert list(found) == ["ada", "bob", "cleo v1.0"]
    assert (program(found["ada"]), program(found["bob"])) == (RIGHT, WRONG)
    assert told(found["cleo v1.0"]) == ("there is no Python file in the submission: hand in tictactoe.py",)


def test_blackboard_names_tell_who_when_and_which_attempt(tmp_path):
    path = zipped(tmp_path / "a.zip", {
        "Project 0_ada_attempt_2026-11-01-10-00-00_tictactoe.py": WRONG,
        "Project 0_ada_attempt_2026-11-03-09-30-00_tictactoe.py": RIGHT,
        "Project 0_ada_attempt_2026-11-03-09-30-00.txt": b"Name: Ada",
        "Project 0_bob_attempt_2026-11-02-10-00-00.txt": b"nothing attached",
    })  # fmt: skip
    found = found_in(path)
    assert (program(found["ada"]), found["ada"].attempts, found["ada"].id) == (RIGHT, 2, "ada")
    assert found["ada"].time == datetime(2026, 11, 3, 9, 30)
    assert found["bob"].data is None
    assert program(found_in(path, attempt="first")["ada"]) == WRONG


def test_canvas_names_tell_who_and_whether_it_was_late(tmp_path):
    path = zipped(tmp_path / "a.zip", {"lovelaceada_101_9001_tictactoe.py": WRONG, "lovelaceada_101_9002_tictactoe-1.py": RIGHT,
                                       "babbagecharles_LATE_102_9003_tictactoe.py": RIGHT})  # fmt: skip
    found = found_in(path)
    assert (program(found["lovelaceada"]), found["lovelaceada"].id, found["lovelaceada"].is_late) == (
        RIGHT,
        "101",
        False,
    )
    assert found["babbagecharles"].is_late is True
    assert not found["lovelaceada"].problems


@pytest.mark.parametrize(
    "name",
    ["Ada Lovelace_1234_assignsubmission_file_/tictactoe.py", "Ada Lovelace_1234_assignsubmission_file_tictactoe.py"],
)
def test_moodle_names_tell_who(tmp_path, name):
    found = found_in(zipped(tmp_path / "a.zip", {name: RIGHT, "Bob_5_assignsubmission_file_/other.zip": b"PK"}))
    assert (program(found["Ada Lovelace"]), found["Ada Lovelace"].id) == (RIGHT, "Participant 1234")
    assert "no tictactoe.py can be read from 'other.zip'" in found["Bob"].problems[0].words


def test_a_text_typed_into_moodle_is_no_student_of_its_own(tmp_path):
    front = "Ada Lovelace_1234_assignsubmission"
    path = zipped(
        tmp_path / "a.zip", {f"{front}_file_/tictactoe.py": RIGHT, f"{front}_onlinetext_/onlinetext.html": b""}
    )
    assert list(found_in(path)) == ["Ada Lovelace"]


@pytest.mark.parametrize("task", ["Project 0", "Project_0", "hw_1_final"])
def test_blackboards_students_are_told_from_the_task_by_what_all_names_share(tmp_path, task):
    time = "attempt_2026-11-01-10-00-00"
    people = ["ada", "x_bob", "y_bob"]
    path = zipped(tmp_path / "a.zip", {f"{task}_{who}_{time}_tictactoe.py": RIGHT for who in people})
    assert list(found_in(path)) == people


FORGED = "Project 0_bob_attempt_2026-11-09-10-00-00_tictactoe.py"


@pytest.mark.parametrize("front", [
    "Project 0_{}_attempt_2026-11-01-10-00-00_", "{}_101_9001_", "{}_1234_assignsubmission_file_/", "{}_1234_assignsubmission_file_", "{}/",
])  # fmt: skip
@pytest.mark.parametrize("forged", [FORGED, "bob_6_assignsubmission_file_tictactoe.py", "bob_101_9002_tictactoe.py"])
def test_nobody_hands_in_for_somebody_else_by_the_name_of_a_file(tmp_path, front, forged):
    entries = {front.format(who) + "tictactoe.py": RIGHT for who in ("bob", "eve")}
    honest = found_in(zipped(tmp_path / "a.zip", entries))
    found = found_in(zipped(tmp_path / "b.zip", {**entries, front.format("eve") + forged: WRONG}))
    assert list(found) == list(honest) == ["bob", "eve"]
    assert (program(found["bob"]), found["bob"].attempts) == (RIGHT, 1)


def test_two_students_of_one_name_are_two(tmp_path):
    entries = {f"smithjohn_{number}_900{number}_tictactoe.py": data for number, data in ((1, RIGHT), (2, WRONG))}
    found = found_in(zipped(tmp_path / "a.zip", entries))
    assert list(found) == ["smithjohn (1)", "smithjohn (2)"]
    assert [program(each) for each in found.values()] == [RIGHT, WRONG]
    same = found_in(zipped(tmp_path / "b.zip", {"a\x01/tictactoe.py": RIGHT, "a\x02/tictactoe.py": WRONG}))
    assert len(same) == 2


def test_an_archive_of_plain_folders_under_one_folder(tmp_path):
    path = zipped(
        tmp_path / "a.zip",
        {"course/ada/tictactoe.py": RIGHT, "course/bob/tictactoe.py": WRONG, "course/__MACOSX/x": b""},
    )
    assert list(found_in(path)) == ["ada", "bob"]


def git(folder, *words, given=None, **more):
    """Run git as some student would."""
    who = {f"GIT_{role}_{what}": "a@b" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {**os.environ, **who, "GIT_COMMITTER_DATE": "2026-11-05T12:00:00+01:00", **more}
    done = subprocess.run(["git", "-C", folder, *words], check=True, env=environment, capture_output=True, input=given)
    return done.stdout.strip()


def checkout(folder, data=RIGHT, branch="submit"):
    """A student's checkout."""
    folder.mkdir(parents=True)
    git(folder, "init", "-q", "-b", branch)
    (folder / "tictactoe.py").write_bytes(data)
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "x")
    return folder


def test_git_checkouts_are_read_from_the_courses_branch(tmp_path):
    ada, bob, _ = (checkout(tmp_path / name, WRONG, "main") for name in ("ada", "bob", "cleo"))
    git(ada, "checkout", "-qb", "submit")
    (ada / "tictactoe.py").write_bytes(RIGHT)
    git(ada, "commit", "-qam", "y")
    git(ada, "tag", "submit", "main")
    git(bob, "checkout", "-qb", "submit")
    git(bob, "mv", "tictactoe.py", "other.py")
    git(bob, "commit", "-qm", "z")
    folder = checkout(tmp_path / "dora")
    git(folder, "rm", "-q", "tictactoe.py")
    (folder / "tictactoe.py").mkdir()
    (folder / "tictactoe.py" / "x").write_text("")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "w")
    git(ada, "checkout", "-q", "main")
    git(tmp_path, "clone", "-q", ada, "eve")
    found = found_in(tmp_path, branch="submit")
    assert [program(found[name]) for name in ("ada", "eve")] == [RIGHT, RIGHT]
    assert found["ada"].time == found["eve"].time == datetime.fromisoformat("2026-11-05T12:00:00+01:00")
    assert told(found["bob"]) == ("the file is called 'other.py': it must be called tictactoe.py",)
    assert program(found["bob"]) == WRONG  # as in a folder or a zip
    assert told(found["dora"]) == ("no Python file can be read on the branch 'submit': commit tictactoe.py",)
    assert told(found["cleo"]) == ("the branch 'submit' does not exist or cannot be read: push it",)


def test_nothing_of_a_checkouts_own_is_run(tmp_path):
    folder, ran = checkout(tmp_path / "in" / "mal"), tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {ran}\n")
    script.chmod(0o755)
    commit = git(folder, "cat-file", "commit", "HEAD").split(b"\n")
    at = next(number for number, line in enumerate(commit) if line.startswith(b"committer")) + 1
    commit[at:at] = [b"gpgsig -----BEGIN PGP SIGNATURE-----", b" x", b" -----END PGP SIGNATURE-----"]
    signed = git(folder, "hash-object", "-t", "commit", "-w", "--stdin", given=b"\n".join(commit) + b"\n")
    git(folder, "update-ref", "refs/heads/submit", signed.decode())
    with (folder / ".git" / "config").open("a") as config:
        config.write(
            f'[core]\n\tfsmonitor = "{script}"\n\tpager = "{script}"\n\tsshCommand = "{script}"\n[alias]\n'
            f'\tlog = "!{script}"\n\trev-list = "!{script}"\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = {script}\n'
            f'[core]\n\teditor = "{script}"\n\taskPass = "{script}"\n\talternateRefsCommand = "{script}"\n'
            f'[diff]\n\texternal = "{script}"\n[credential]\n\thelper = "!{script}"\n'
            f'[remote "origin"]\n\turl = "ext::{script}"\n\tpromisor = true\n[extensions]\n\tpartialClone = origin\n'
        )
    assert program(found_in(tmp_path / "in", branch="submit")["mal"]) == RIGHT
    assert not ran.exists()


def test_a_checkout_that_borrows_from_another_is_no_submission(tmp_path):
    bob = checkout(tmp_path / "bob")
    for name in ("link", "file", "common", "borrowed"):
        (tmp_path / name).mkdir()
    (tmp_path / "link" / ".git").symlink_to(bob / ".git")
    (tmp_path / "file" / ".git").write_text(f"gitdir: {bob}/.git\n")
    for name in ("common", "borrowed"):
        git(tmp_path / name, "init", "-q", "-b", "submit")
    (tmp_path / "common" / ".git" / "commondir").write_text("../../bob/.git")
    (tmp_path / "borrowed" / ".git" / "objects" / "info" / "alternates").write_text(f"{bob}/.git/objects\n")
    (tmp_path / "borrowed" / ".git" / "refs" / "heads" / "submit").write_bytes(git(bob, "rev-parse", "submit"))
    found = found_in(tmp_path, branch="submit")
    assert program(found.pop("bob")) == RIGHT
    assert [(each.data, "uses files outside it" in each.problems[0].words) for each in found.values()] == [
        (None, True)
    ] * 4


@pytest.mark.parametrize("date", ["999999999999 +0000", "1700000000 +9999", "99999999999 +0000"])
def test_no_commits_date_ends_the_run(tmp_path, date):
    folder = checkout(tmp_path / "mal")
    text = re.sub(rb"(committer .*> )\d+ \S+", rb"\g<1>" + date.encode(), git(folder, "cat-file", "commit", "HEAD"))
    made = git(folder, "hash-object", "-t", "commit", "-w", "--literally", "--stdin", given=text + b"\n")
    git(folder, "update-ref", "refs/heads/submit", made.decode())
    assert program(found_in(tmp_path, branch="submit")["mal"]) == RIGHT


def test_times_come_from_a_table_where_the_platform_tells_none(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ada.py").write_bytes(RIGHT)
    path, time = tmp_path / "times.csv", datetime.fromisoformat("2026-11-20T12:00:00+01:00")
    path.write_text("Who;Time\nAda;2026-11-20T12:00:00+01:00\n;\n")
    times = roster.read_times(path)
    assert times == {"Ada": time}
    assert found_in(tmp_path / "in", times=times)["ada"].time == time
    path.write_text("who,time\nada,yesterday\n")
    with pytest.raises(BadInput, match=r"line 2 .*'yesterday' is not a time"):
        roster.read_times(path)
    path.write_text("a,b\n1,2\n")
    with pytest.raises(BadInput, match="lacks the column 'who'"):
        roster.read_times(path)


@pytest.mark.parametrize(("files", "sentence"), [
    ({"Tictactoe.py": RIGHT}, "the file is called 'Tictactoe.py': it must be called tictactoe.py"),
    ({"src/tictactoe.py": RIGHT}, "the file is in the folder 'src': hand in the file alone"),
    ({"a.py": RIGHT, "b.py": RIGHT}, "2 files could be tictactoe.py: 'a.py', 'b.py'"),
    ({"tictactoe.py": b"  \n"}, "the file is empty"),
    ({"tictactoe.zip": b"PK"}, "no tictactoe.py can be read from 'tictactoe.zip'"),
    ({"essay.docx": b""}, "there is no Python file in the submission"),
])  # fmt: skip
def test_how_it_was_handed_in_is_told_in_a_sentence(tmp_path, files, sentence):
    for name, data in files.items():
        (tmp_path / "ada" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "ada" / name).write_bytes(data)
    assert sentence in found_in(tmp_path)["ada"].problems[0].words


# ---- Hostile archives ----


@pytest.mark.parametrize(("name", "words"), [
    ("../../etc/tictactoe.py", "leads out of the zip"), ("/etc/tictactoe.py", "leads out of the zip"), ("C:/x/tictactoe.py", "leads out of the zip"),
    ("ada/" + "x" * 600 + "/tictactoe.py", "a name of"), ("..\\..\\ada\\tictactoe.py", "leads out of the zip"),
])  # fmt: skip
def test_entries_that_climb_out_are_sentences(tmp_path, name, words):
    path = zipped(tmp_path / "a.zip", {name: RIGHT, "bob/tictactoe.py": RIGHT})
    found = found_in(path)
    assert program(found["bob"]) == RIGHT
    assert any(words in problem for each in found.values() for problem in told(each))
    assert list(tmp_path.iterdir()) == [path]


def test_links_bombs_and_encrypted_entries_are_contained(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        entry = zipfile.ZipInfo("ada/tictactoe.py")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(entry, "/etc/passwd")
        made.writestr("bob/tictactoe.py", b"#" * 300_000_000)
        made.writestr("cleo/tictactoe.py", RIGHT)
    found = found_in(path)
    assert "is a link" in found["ada"].problems[0].words
    assert len(program(found["bob"])) == 200_001
    assert program(found["cleo"]) == RIGHT
    data = bytearray(path.read_bytes())
    at = data.rindex(b"PK\x01\x02", 0, data.rindex(b"cleo/"))
    data[at + 8] |= 1
    path.write_bytes(bytes(data))
    assert "encrypted" in found_in(path)["cleo"].problems[0].words


def test_ten_thousand_entries_are_read_and_nonsense_is_refused(tmp_path):
    path = zipped(tmp_path / "a.zip", {f"s{number}/tictactoe.py": b"x = 1" for number in range(10_000)})
    assert len(found_in(path)) == 10_000
    for data in (b"", b"PK\x03\x04nonsense", RIGHT):
        (tmp_path / "bad.zip").write_bytes(data)
        with pytest.raises(BadInput, match="not a zip that can be read"):
            found_in(tmp_path / "bad.zip")
    with pytest.raises(BadInput, match="there is no"):
        found_in(tmp_path / "nowhere")


def test_damaged_entries_and_odd_names_hurt_nobody_else(tmp_path):
    path = zipped(
        tmp_path / "a.zip",
        {"ada/tictactoe.py": os.urandom(5000), "b\x1b[31mob/tictactoe.py": RIGHT, "日本/tictactoe.py": RIGHT},
    )
    data = bytearray(path.read_bytes())
    data[200:260] = b"\0" * 60
    path.write_bytes(bytes(data))
    found = found_in(path)
    assert "cannot be read" in found["ada"].problems[0].words or found["ada"].data is not None
    assert "日本" in found
    assert not any("\x1b" in key for key in found)


@given(
    st.text(max_size=80) | st.from_regex(names.BLACKBOARD) | st.from_regex(names.CANVAS) | st.from_regex(names.MOODLE)
)
def test_whatever_an_entry_is_called_it_is_somebodys(name):
    for known in ([name], [name, "a_1_2_b.py"], [FORGED]):
        assert names.reader_for(known)(name).who
    assert submissions.unique_keys([(name, ""), (name, "1"), (name, "2")])
    sources.common_folder([name, name])


# ---- What helpers and attackers found ----


def test_a_mac_writes_folders_of_its_own_and_they_are_nobodys(tmp_path):
    entries = {"course/.DS_Store": b"", "course/ada/tictactoe.py": RIGHT, "course/bob/tictactoe.py": WRONG,
               "__MACOSX/course/ada/._tictactoe.py": b"", "__MACOSX/._course": b""}  # fmt: skip
    found = found_in(zipped(tmp_path / "a.zip", entries))
    assert [(key, program(each)) for key, each in found.items()] == [("ada", RIGHT), ("bob", WRONG)]


def test_a_folder_around_a_platforms_files_is_taken_away(tmp_path):
    entries = {f"submissions/{who}_{number}_9_tictactoe.py": RIGHT for number, who in enumerate(("ada", "bob"))}
    assert list(found_in(zipped(tmp_path / "a.zip", entries))) == ["ada", "bob"]


def test_nobody_vanishes(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("ada/.gitignore", "")
        made.writestr("bob/", "")
        made.writestr(".Cleo_5_assignsubmission_file_/tictactoe.py", RIGHT)
        for number in range(300):
            made.writestr(f"dora/venv/{number}.py", "")
        made.writestr("dora/tictactoe.py", RIGHT)
    found = found_in(path)
    assert list(found) == ["ada", "bob", "dora"]
    assert program(found["dora"]) == RIGHT
    for name in ("ada", "__eve", "dora"):
        (tmp_path / "in" / name / ".git").mkdir(parents=True)
    for number in range(300):
        (tmp_path / "in" / "dora" / ".git" / str(number)).write_text("")
        (tmp_path / "in" / "dora" / f"{number}.py").write_text("")
    (tmp_path / "in" / "dora" / "tictactoe.py").write_bytes(RIGHT)
    found = found_in(tmp_path / "in")
    assert list(found) == ["__eve", "ada", "dora"]
    assert program(found["dora"]) == RIGHT
    moodle = {f"{who}_5_assignsubmission_file_/tictactoe.py": RIGHT for who in (".Cleo", "__x")}
    assert list(found_in(zipped(tmp_path / "b.zip", moodle))) == [".Cleo", "__x"]


def test_very_deep_folders_end_nothing(tmp_path):
    deep = tmp_path / "in" / "eve"
    deep.mkdir(parents=True)
    here = os.open(deep, os.O_RDONLY)
    for _ in range(1300):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    (tmp_path / "in" / "ada.py").write_bytes(RIGHT)
    try:
        assert program(found_in(tmp_path / "in")["ada"]) == RIGHT
    finally:  # pytest cannot remove so deep a folder
        subprocess.run(["rm", "-rf", deep], check=True)


def test_a_number_in_a_name_is_another_attempt_at_that_file_only(tmp_path):
    names = ["notes-1.txt", "tictactoe.py", "helper-2.txt"]
    found = found_in(zipped(tmp_path / "a.zip", {f"ada_101_900{at}_{name}": RIGHT for at, name in enumerate(names)}))
    assert (program(found["ada"]), found["ada"].problems) == (RIGHT, ())
    again = {f"ada_101_9001_tictactoe{end}.py": data for end, data in (("", WRONG), ("-1", WRONG), ("-2", RIGHT))}
    found = found_in(zipped(tmp_path / "b.zip", again))
    assert (program(found["ada"]), found["ada"].attempts) == (RIGHT, 3)


def test_a_backslash_is_a_letter_unless_all_names_have_it(tmp_path):
    entries = {"ada_101_9001_a\\tictactoe.py": RIGHT, "bob_102_9002_tictactoe.py": RIGHT}
    assert list(found_in(zipped(tmp_path / "a.zip", entries))) == ["ada", "bob"]
    entries = {f"{who}\\tictactoe.py": RIGHT for who in ("ada", "bob")}
    assert list(found_in(zipped(tmp_path / "b.zip", entries))) == ["ada", "bob"]


def test_a_task_that_looks_like_another_platforms_name(tmp_path):
    entries = {f"HW_1_2026_{who}_attempt_2026-11-01-10-00-00_tictactoe.py": RIGHT for who in ("ada", "bob")}
    assert list(found_in(zipped(tmp_path / "a.zip", entries))) == ["ada", "bob"]


def test_a_display_name_with_a_platforms_mark_lands_in_nobodys_folder(tmp_path):
    mark = "assignsubmission_file_"
    entries = {f"Bob_1001_{mark}/tictactoe.py": RIGHT, f"Bob_1001_{mark}x_1002_{mark}/a.py": WRONG}
    found = found_in(zipped(tmp_path / "a.zip", entries))
    assert program(found["Bob"]) == RIGHT
    assert (len(found), found["Bob"].problems) == (2, ())


@pytest.mark.parametrize("zone", ["Europe/Berlin", "UTC"])
def test_attempts_are_ordered_whatever_the_clocks_here_do(tmp_path, monkeypatch, zone):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    entries = {
        f"P_ada_attempt_2026-03-29-{hour}-30-00_tictactoe.py": data for hour, data in (("02", WRONG), ("03", RIGHT))
    }
    found = found_in(zipped(tmp_path / "a.zip", {**entries, "P_bob_attempt_0001-01-01-00-00-00_tictactoe.py": RIGHT}))
    monkeypatch.undo()
    time.tzset()
    assert (program(found["ada"]), found["ada"].attempts) == (RIGHT, 2)


def test_the_handout_in_a_folder_and_a_link_beside_it(tmp_path):
    for name in ("ada/tictactoe", "bob"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "tictactoe.py").write_bytes(RIGHT)
        (tmp_path / name / "runner.py").write_bytes(b"")
    (tmp_path / "bob" / "python").symlink_to("/usr/bin/python3")
    found = found_in(tmp_path)
    assert program(found["ada"]) == RIGHT
    assert "the file is in the folder 'tictactoe'" in found["ada"].problems[0].words
    assert (program(found["bob"]), found["bob"].problems) == (RIGHT, ())


def test_entries_that_break_pythons_own_reader_are_sentences(tmp_path):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("ada/tictactoe.py", RIGHT)
        made.writestr("bob/tictactoe.py", RIGHT)
    data = bytearray(path.read_bytes())
    data[60:200] = b"\xff" * 140
    path.write_bytes(bytes(data))
    found = found_in(path)
    assert "cannot be read" in found["ada"].problems[0].words
    assert program(found["bob"]) == RIGHT
    data = bytearray(zipped(tmp_path / "b.zip", {"é/tictactoe.py": RIGHT}).read_bytes())
    (tmp_path / "b.zip").write_bytes(bytes(data).replace("é".encode(), b"\xff\xfe"))
    with pytest.raises(BadInput, match="not a zip that can be read"):
        found_in(tmp_path / "b.zip")
