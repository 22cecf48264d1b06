"""Whose a submission is, and whose line of a gradebook takes the grade."""

from __future__ import annotations

import pytest

from noughts.course import gradebook, names, roster
from noughts.course.intake import Submission
from noughts.course.roster import Student
from noughts.course.rubric import Grade
from noughts.course.tables import Person
from noughts.notation import BadInput


class Entry:
    """As much of an entry as a gradebook asks for."""

    def __init__(self, points, name="", number="", members=()):
        self.grade = Grade(points, 100.0, (), "on time")
        self.submission, self.members = Submission(name, name, number), members


def read(tmp_path, text):
    (tmp_path / "roster.csv").write_text(text)
    return roster.read(tmp_path / "roster.csv")


def matched(students, *submissions):
    return roster.match(students, [Submission(key, name, number) for key, name, number in submissions])


ADA, BOB, CLEO = Student("Lovelace, Ada", "101", ""), Student("Bob", "102", "red"), Student("Cleo", "103", "Red")


def test_names_match_however_they_are_turned():
    found = matched(
        [ADA], ("a", "Ada Lovelace", ""), ("b", "lovelaceada", ""), ("c", "ada_lovelace", ""), ("d", "101", "")
    )
    assert found.members == dict.fromkeys("abcd", (ADA,))
    assert found.seconds == set("abcd")
    assert names.run_together("Ada Lovelace") >= {"lovelaceada", "adalovelace"}


def test_a_platforms_number_never_outweighs_a_name():
    found = matched([ADA, BOB], ("x", "Ada Lovelace", "102"), ("y", "zed", "101"))
    assert found.members == {"x": (ADA,)}
    assert (found.unmatched, found.missing) == (["y"], [BOB])
    assert matched([ADA, BOB], ("x", "nickname", "101")).members == {"x": (ADA,)}


def test_of_two_students_of_one_name_the_number_tells():
    twins = [Student("John Smith", "1", ""), Student("John Smith", "2", "")]
    found = matched(twins, ("a", "smithjohn", "2"))
    assert (found.members, found.missing) == ({"a": (twins[1],)}, [twins[0]])
    found = matched(twins, ("a", "smithjohn", "77"))
    assert (found.members, found.unmatched, found.missing) == ({}, ["a"], twins)


def test_a_group_is_found_by_a_member_or_by_its_name_and_once():
    for name in ("Bob", "cleo", "RED"):
        found = matched([ADA, BOB, CLEO], ("x", name, ""))
        assert (found.members, found.seconds, found.missing) == ({"x": (BOB, CLEO)}, set(), [ADA])
    assert matched([BOB, CLEO], ("x", "Bob", ""), ("y", "Red", "")).seconds == {"x", "y"}
    assert matched([], ("x", "Bob", "")) == roster.Matched()


def test_a_roster_is_read_as_spreadsheets_write_it(tmp_path):
    assert read(tmp_path, "Name;ID;Group;more\nAda;1;;x\n;;;\nBob;2;red\n") == (
        Student("Ada", "1", ""),
        Student("Bob", "2", "red"),
    )
    assert read(tmp_path, "name,id,group\n") == ()
    with pytest.raises(BadInput, match=r"line 3 .* the id '1' is in line 2 already"):
        read(tmp_path, "name,id,group\nAda,1,\nBob,1,\n")
    with pytest.raises(BadInput, match="lacks the column 'group'"):
        read(tmp_path, "name,id\nAda,1\n")
    (tmp_path / "roster.csv").write_bytes(b"name,id,group\n\xe9,1,\n")
    with pytest.raises(BadInput, match="no CSV in UTF-8"):
        roster.read(tmp_path / "roster.csv")


def filled(tmp_path, text, people, column=None, is_sure=True):
    path = tmp_path / "book.csv"
    path.write_bytes(text.encode())
    data, lost = gradebook.read(path, column).filled(people, is_sure)
    return data.decode(), lost


def test_moodles_worksheet_is_filled_by_participant_and_by_name(tmp_path):
    book = 'Identifier,Full name,Grade\nParticipant 8,Zed,\nParticipant 9,Ada Lovelace,\nParticipant 10,Nobody,"4,5"\n'
    people = [
        Person("Zoe", "", Entry(70.0, "Zoe", "Participant 8")), Person("Lovelace, Ada", "101", Entry(90.5)), Person("Eve", "", None)
    ]  # fmt: skip
    text, lost = filled(tmp_path, book, people)
    assert text == book.replace("Zed,", "Zed,70").replace("Lovelace,", "Lovelace,90.5")
    assert lost == ["Eve"]


def test_two_of_one_name_get_their_own_grade_or_none(tmp_path):
    people = [Person("Smith, John", number, Entry(points)) for number, points in (("1", 10.0), ("2", 20.0))]
    book = 'Student,ID,SIS User ID,HW (7)\n    Points Possible,,,100\n"Smith, John",555,2,\n"Smith, John",556,3,\n'
    text, lost = filled(tmp_path, book, people, "hw")
    assert text == book.replace("555,2,", "555,2,20")
    assert lost == ["Smith, John"]


def test_a_groups_submission_is_known_by_no_members_number(tmp_path):
    entry = Entry(50.0, "red", "7", (BOB, CLEO))
    text, _ = filled(
        tmp_path, "Student,ID,Grade\nBob,1,\nSomebody,7,\nCleo,2,\n", [Person(s.name, s.id, entry) for s in (BOB, CLEO)]
    )
    assert text == "Student,ID,Grade\nBob,1,50\nSomebody,7,\nCleo,2,50\n"


@pytest.mark.parametrize(("is_sure", "points"), [(True, "0"), (False, "")])
def test_who_is_missing_gets_a_zero_only_if_that_is_sure(tmp_path, is_sure, points):
    text, _ = filled(tmp_path, "Username,Grade\nada,\n", [Person("ada", "", None)], None, is_sure)
    assert text == f"Username,Grade\nada,{points}\n"


def test_quotes_stay_as_the_platform_wrote_them(tmp_path):
    book = '"Username"\t"HW [Total Pts: 100]"\r\n"ada"\t""\r\n'
    text, _ = filled(tmp_path, book, [Person("ada", "", Entry(9.0))], "HW")
    assert text == book.replace('""', '"9"')


@pytest.mark.parametrize(("text", "column", "words"), [
    ("", None, "is empty"), ("a,b\n", None, "no column that says who"), ("Student,HW 1,HW 11\n", "HW", "--column must name the one column"),
    ("Student,HW 1\n", None, "--column must name"), ("Student,HW 1\n", "HW 2", "it has 'Student', 'HW 1'"),
])  # fmt: skip
def test_a_gradebook_that_will_not_do_gets_a_sentence(tmp_path, text, column, words):
    with pytest.raises(BadInput) as refusal:
        filled(tmp_path, text, [], column)
    assert words in str(refusal.value)
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="no gradebook that can be read"):
        gradebook.read(tmp_path / "bad.csv", None)


def test_an_exact_column_wins_over_one_that_contains_it(tmp_path):
    text, _ = filled(tmp_path, "Student,HW 1,HW 11\nada,,\n", [Person("ada", "", Entry(9.0))], "hw 1")
    assert text == "Student,HW 1,HW 11\nada,9,\n"
