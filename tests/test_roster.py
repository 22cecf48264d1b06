"""Whose a submission is, and whose line of a gradebook takes the grade."""

from __future__ import annotations

from datetime import datetime

import pytest

from noughts.course.grading.grade import Grade, Lateness, LatenessKind
from noughts.course.intake import names, roster, submissions
from noughts.course.intake.roster import Student
from noughts.course.intake.submissions import Submission
from noughts.course.output import gradebook
from noughts.course.output.tables import Person
from noughts.errors import BadInput


class Entry:
    """As much of an entry as a gradebook asks for."""

    def __init__(self, points, name="", number="", members=()):
        self.grade = Grade(points, 100.0, (), Lateness(LatenessKind.ON_TIME))
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
    assert found.repeated == set("abcd")
    assert names.compact_forms("Ada Lovelace") >= {"lovelaceada", "adalovelace"}


def test_a_platforms_number_never_outweighs_a_name():
    found = matched([ADA, BOB], ("x", "Ada Lovelace", "102"), ("y", "zed", "101"))
    assert found.members == {"x": (ADA,)}
    assert (found.unmatched, found.missing) == (["y"], [BOB])
    assert matched([ADA, BOB], ("x", "nickname", "101")).members == {"x": (ADA,)}


def test_moodles_participant_numbers_are_its_own_and_name_nobody():
    found = matched([ADA, BOB], ("x", "nickname", "Participant 101"))
    assert (found.members, found.unmatched, found.missing) == ({}, ["x"], [ADA, BOB])
    twins = [Student("John Smith", "1", ""), Student("John Smith", "2", "")]
    assert matched(twins, ("a", "John Smith", "Participant 2")).members == {"a": (twins[1],)}


def test_of_two_students_of_one_name_the_number_tells():
    twins = [Student("John Smith", "1", ""), Student("John Smith", "2", "")]
    found = matched(twins, ("a", "smithjohn", "2"))
    assert (found.members, found.missing) == ({"a": (twins[1],)}, [twins[0]])
    found = matched(twins, ("a", "smithjohn", "77"))
    assert (found.members, found.unmatched, found.missing) == ({}, ["a"], twins)


def test_a_group_is_found_by_a_member_or_by_its_name_and_once():
    for name in ("Bob", "cleo", "RED"):
        found = matched([ADA, BOB, CLEO], ("x", name, ""))
        assert (found.members, found.repeated, found.missing) == ({"x": (BOB, CLEO)}, set(), [ADA])
    assert matched([BOB, CLEO], ("x", "Bob", ""), ("y", "Red", "")).repeated == {"x", "y"}
    assert matched([], ("x", "Bob", "")) == roster.RosterMatch()


def test_a_roster_is_read_as_spreadsheets_write_it(tmp_path):
    assert read(tmp_path, "Name;ID;Group;more\nAda;1;;x\n;;;\nBob;2;red\n") == (
        Student("Ada", "1", ""),
        Student("Bob", "2", "red"),
    )
    assert read(tmp_path, "name,id\nAda,1\n") == (Student("Ada", "1", ""),)
    ada = (Student("Ada Lovelace", "7", ""),)
    assert read(tmp_path, "Last name,First name,Student ID\nLovelace,Ada,7\n") == ada
    with pytest.raises(BadInput, match="contains no students"):
        read(tmp_path, "name,id,group\n")
    with pytest.raises(BadInput, match=r"line 2 .* has 4 cells, but the first line has 3: quote a cell"):
        read(tmp_path, "name,id,group\nLovelace, Ada,1,red\n")
    with pytest.raises(BadInput, match=r"line 3 .* '1' is already on line 2: keep one line; if these are two students"):
        read(tmp_path, "name,id,group\nAda,1,\nBob,1,\n")
    with pytest.raises(BadInput, match="lacks the column 'name'"):
        read(tmp_path, "who,group\nAda,1\n")
    (tmp_path / "roster.csv").write_bytes(b"name,id,group\n\xe9,1,\n")
    with pytest.raises(BadInput, match="save it as 'CSV UTF-8'"):
        roster.read(tmp_path / "roster.csv")


def person(name, number="", entry=None):
    """A person with the grade of an entry."""
    return Person(name, number, entry, entry.grade if entry else None)


def filled(tmp_path, text, people, column=None, overwrite=False):
    path = tmp_path / "book.csv"
    path.write_bytes(text.encode())
    done = gradebook.read(path, column).filled(people, 100.0, overwrite)
    return done.data.decode(), done.without_grade


def test_moodles_worksheet_is_filled_by_participant_and_by_name(tmp_path):
    book = 'Identifier,Full name,Grade\nParticipant 8,Zed,\nParticipant 9,Ada Lovelace,\nParticipant 10,Nobody,"4,5"\n'
    people = [
        person("Zoe", "", Entry(70.0, "Zoe", "Participant 8")), person("Lovelace, Ada", "101", Entry(90.5)), person("Eve", "", None)
    ]  # fmt: skip
    text, lost = filled(tmp_path, book, people)
    assert text == book.replace("Zed,", "Zed,70").replace("Lovelace,", "Lovelace,90.5")
    assert lost == ["Eve"]


def test_two_of_one_name_get_their_own_grade_or_none(tmp_path):
    people = [person("Smith, John", number, Entry(points)) for number, points in (("1", 10.0), ("2", 20.0))]
    book = 'Student,ID,SIS User ID,HW (7)\n    Points Possible,,,100\n"Smith, John",555,2,\n"Smith, John",556,3,\n'
    text, lost = filled(tmp_path, book, people, "hw")
    assert text == book.replace("555,2,", "555,2,20")
    assert lost == ["Smith, John"]


def test_a_groups_submission_is_known_by_no_members_number(tmp_path):
    entry = Entry(50.0, "red", "7", (BOB, CLEO))
    text, _ = filled(
        tmp_path, "Student,ID,Grade\nBob,1,\nSomebody,7,\nCleo,2,\n", [person(s.name, s.id, entry) for s in (BOB, CLEO)]
    )
    assert text == "Student,ID,Grade\nBob,1,50\nSomebody,7,\nCleo,2,50\n"


MARKS = "Username,Grade\nada,EX\nbob,N/A\ncleo,88\ndora,\neve,-\nfay,50.0\n"


def test_marks_that_are_there_stay_and_only_written_cells_are_counted(tmp_path):
    path = tmp_path / "book.csv"
    path.write_text(MARKS)
    people = [person(name, entry=Entry(50.0)) for name in ("ada", "bob", "cleo", "dora", "eve", "fay")]
    kept = gradebook.read(path, None).filled(people, 100.0, overwrite=False)
    assert kept.data.decode() == MARKS.replace("dora,", "dora,50").replace("eve,-", "eve,50")
    assert kept.written == 2
    assert kept.kept == [f"{name} (computed: 50)" for name in ("ada: EX", "bob: N/A", "cleo: 88")]
    replaced = gradebook.read(path, None).filled(people, 100.0, overwrite=True)
    assert replaced.data.decode().count(",50") == replaced.written == 6


def test_quotes_stay_as_the_platform_wrote_them(tmp_path):
    book = '"Username"\t"HW [Total Pts: 100]"\r\n"ada"\t""\r\n'
    text, _ = filled(tmp_path, book, [person("ada", "", Entry(9.0))], "HW")
    assert text == book.replace('""', '"9"')


@pytest.mark.parametrize(("text", "column", "words"), [
    ("", None, "is empty"), ("a,b\n", None, "no column with names or ids"), ("Student,HW 1,HW 11\n", "HW", "--column must name one column"),
    ("Student,HW 1\n", None, "--column must name"), ("Student,HW 1\n", "HW 2", "which has 'Student', 'HW 1'"),
])  # fmt: skip
def test_a_gradebook_that_will_not_do_gets_a_sentence(tmp_path, text, column, words):
    with pytest.raises(BadInput) as refusal:
        filled(tmp_path, text, [], column)
    assert words in str(refusal.value)
    (tmp_path / "bad.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadInput, match="not a gradebook that can be read"):
        gradebook.read(tmp_path / "bad.csv", None)


CANVAS_EXPORT = """\
Student,ID,SIS User ID,SIS Login ID,Section,Project 1 (4711),Assignments Current Score,Current Score,Final Score,Final Grade
,,,,,Manual Posting,,,,
    Points Possible,,,,,100.00,(read only),(read only),(read only),(read only)
"Lovelace, Ada",101,s1,ada,A,,,,,
"""


@pytest.mark.parametrize(
    "column", ["Assignments Current Score", "Current Score", "final score", "Final Grade", "assignments"]
)
def test_a_column_that_canvas_calculates_is_refused(tmp_path, column):
    with pytest.raises(BadInput) as refusal:
        filled(tmp_path, CANVAS_EXPORT, [], column)
    assert "is calculated by Canvas (read only): name the column of an assignment, e.g. 'Project 1 (4711)'" in str(
        refusal.value
    )
    assert column.lower() in str(refusal.value).lower()


def test_beside_calculated_columns_an_assignment_is_filled_in(tmp_path):
    text, _ = filled(tmp_path, CANVAS_EXPORT, [person("Lovelace, Ada", "101", Entry(90.0))], "Project 1")
    assert text == CANVAS_EXPORT.replace("A,,,,,", "A,90,,,,")
    (tmp_path / "book.csv").write_text(CANVAS_EXPORT)
    assert [student.name for student in roster.read(tmp_path / "book.csv")] == ["Lovelace, Ada"]
    text = CANVAS_EXPORT.replace("100.00", "(read only)")
    with pytest.raises(BadInput, match="after you have made one in Canvas"):
        filled(tmp_path, text, [], "Project 1")


def test_a_column_called_final_grade_elsewhere_is_filled_in(tmp_path):
    text, _ = filled(tmp_path, "Username,Final Grade\nada,\n", [person("ada", "", Entry(9.0))], "Final Grade")
    assert text == "Username,Final Grade\nada,9\n"


def test_an_exact_column_wins_over_one_that_contains_it(tmp_path):
    text, _ = filled(tmp_path, "Student,HW 1,HW 11\nada,,\n", [person("ada", "", Entry(9.0))], "hw 1")
    assert text == "Student,HW 1,HW 11\nada,9,\n"


def test_nobody_costs_another_points_by_calling_himself_so():
    bob = Student("Bob Victim", "b1", "red")
    cleo = Student("Cleo", "c1", "red")
    own = ("a", "Bob Victim", "Participant 1001")
    for name in ("Bob Victim", "b1"):
        found = matched([bob, cleo], own, ("b", name, "Participant 1002"))
        assert (found.repeated, found.unmatched) == (set(), ["a", "b"])
    found = matched([bob, cleo], own, ("b", "Red", "Participant 1002"))
    assert (found.repeated, found.unmatched, found.members) == (set(), ["b"], {"a": (bob, cleo)})
    found = matched([Student("Bob Victim", "1001", "")], own, ("b", "Bob Victim", "Participant 1002"))
    assert (list(found.members), found.unmatched) == (["a"], ["b"])


def test_names_match_without_their_accents_and_word_by_word_first():
    students = [
        Student("Müller, Jürgen", "103", ""),
        Student("O'Brien, Siobhán", "102", ""),
        Student("Łukasz Nowak", "9", ""),
    ]
    found = matched(students, ("a", "mullerjurgen", "102"), ("b", "obriensiobhan", "103"), ("c", "Lukasz Nowak", ""))
    assert found.members == {key: (student,) for key, student in zip("abc", students, strict=True)}
    assert (found.by_id, found.unmatched) == ([], [])
    andre = [Student("Andre\u0301", "1", ""), Student("Anna Bel", "2", ""), Student("Ann Abel", "3", "")]
    found = matched(andre, ("a", "Andr\u00e9", ""), ("b", "Anna Bel", ""), ("c", "Ann Abel", ""))
    assert found.members == {key: (student,) for key, student in zip("abc", andre, strict=True)}
    assert matched([ADA], ("x", "nickname", "101")).by_id == ["nickname as Lovelace, Ada"]


def test_of_lines_with_one_name_the_id_tells_or_none_is_filled(tmp_path):
    book = "Student,ID,Grade\nJohn Smith,1,\nJohn Smith,2,\n"
    text, lost = filled(tmp_path, book, [person("John Smith", "1", Entry(88.0))])
    assert (text, lost) == (book.replace("1,", "1,88"), [])
    text, lost = filled(tmp_path, book, [person("John Smith", "", Entry(88.0))])
    assert (text, lost) == (book, ["John Smith"])


def test_a_chosen_name_is_no_id_and_no_line_that_is_nobodys(tmp_path):
    people = [person("Participant 1004", "Participant 1002", Entry(90.0, "Participant 1004", "Participant 1002"))]
    book = "Identifier,Full name,Grade\nParticipant 1004,Lazy Friend,\nParticipant 1002,Somebody,\n"
    assert filled(tmp_path, book, people)[0] == book.replace("Somebody,", "Somebody,90")
    canvas = 'Student,ID,HW\n    Points Possible,,100\n"Possible, Points",7,\n'
    text, _ = filled(tmp_path, canvas, [person("pointspossible", "7", Entry(10.0))], "HW")
    assert text == canvas.replace("7,", "7,10")


@pytest.mark.parametrize("book", [
    'Student,ID,HW\n    Points Possible,,10.00\nada,7,\n', "Identifier,Full name,HW,Maximum Grade\n7,ada,,10.00\n",
    "Username\tHW [Total Pts: 10 Score] |77\nada\t\n",
])  # fmt: skip
def test_points_are_scaled_to_what_the_column_is_worth(tmp_path, book):
    text, _ = filled(tmp_path, book, [person("ada", "", Entry(94.0, "ada", ""))], "HW")
    assert "9.4" in text


def test_names_in_two_columns_and_who_could_not_be_checked(tmp_path):
    unchecked = Entry(0.0)
    unchecked.grade = None
    people = [person("Ada Lovelace", "", Entry(50.0)), person("Bob", "", unchecked)]
    book = "First name,Last name,Grade\nAda,Lovelace,\nBob,,77\n"
    text, lost = filled(tmp_path, book, people)
    assert (text, lost) == (book.replace("Lovelace,", "Lovelace,50"), ["Bob"])


def test_no_grade_goes_where_it_says_who_somebody_is(tmp_path):
    with pytest.raises(BadInput, match="holds names or ids"):
        filled(tmp_path, "Student,ID,HW\n", [], "ID")


def test_times_are_read_from_moodles_worksheet_and_a_name_twice_is_refused(tmp_path):
    path = tmp_path / "times.csv"
    path.write_text(
        'Identifier,Full name,Last modified (submission)\nParticipant 7,Ada,"Tuesday, 3 November 2026, 9:30 AM"\n'
        "Participant 8,Bob,-\n"
    )
    assert roster.read_times(path) == {"Participant 7": datetime(2026, 11, 3, 9, 30)}
    path.write_text("who,time\nAda,2026-11-03\nada,2026-11-04\n")
    with pytest.raises(BadInput, match=r"line 3 .*'ada' is already on line 2"):
        roster.read_times(path)
    path.write_text("who,time\nAda,0001-01-01T00:00:00\n")
    with pytest.raises(BadInput, match="is not a time"):
        roster.read_times(path)


def test_a_time_is_nobodys_where_two_have_the_name():
    some = [(Submission("a", "Tom", "1"),), (Submission("b", "Tom", "2"),), (Submission("c", "lovelaceada", "3"),)]
    when = datetime(2026, 11, 3)
    assert [each[-1].time for each in submissions.with_times(some, {"Tom": when, "Ada Lovelace": when})] == [
        None,
        None,
        when,
    ]
    assert [each[-1].time for each in submissions.with_times(some, {"2": when})] == [None, when, None]
