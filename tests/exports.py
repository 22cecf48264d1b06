"""A generated class of 60 students, as platforms export it, with what is known about each submission.

Names have accents, hyphens and apostrophes; some students are late, hand in again, err in how they hand in, or copy.
"""

import ast
import io
import json
import random
import subprocess
import zipfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone

from submission_cases import BASE
from test_intake import git

STUDENTS = 60
ZONE = timezone(timedelta(hours=1))
DEADLINE = datetime(2026, 11, 20, 23, 59, tzinfo=ZONE)
FIRST = ("Ada", "Zoë", "José", "Łucja", "Søren", "Anne-Marie", "Siobhán", "Émile", "Jürgen", "Mei")
LAST = ("Lovelace", "O'Neil", "Müller", "Nowak", "Brontë", "de la Cruz")
RUBRIC = """\
[points]
initial_state = 2
player = 8
actions = 8
result = 12
winner = 12
terminal = 8
utility = 8
minimax = 32
comments = 10
[grading]
imports_deduction = 100
wrong_name_deduction = 3
wrong_place_deduction = 4
compressed_deduction = 7
extra_files_deduction = 1.5
second_deduction = 100
[deadline]
at = 2026-11-20T23:59:00+01:00
day_deduction = 10
days_max = 7
[similarity]
threshold = 30
deduction = 0
"""
# Programs, each with the number of functions that have a comment, and the number of functions that count.
BODIES = {
    "right": "",
    "no_diagonal": "\n\ndef winner(board):\n    for a in board + [list(c) for c in zip(*board)]:\n        if a[0] and a[0] == a[1] == a[2]:\n            return a[0]\n    return None\n",
    "first_cell": "\n\ndef minimax(board):\n    return None if terminal(board) else min(actions(board))\n",
    "no_check": "\n\ndef result(board, action):\n    new = [r[:] for r in board]\n    new[action[0]][action[1]] = player(board)\n    return new\n",
    "stub": "\n\ndef terminal(board):\n    raise NotImplementedError\n\n\ndef utility(board):\n    return 0\n",
    "broken": "\n\ndef player(board:\n    return X\n",
}


def commented(source):
    """Return how many functions of our own base file have a comment or docstring, and the number of functions."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        names, counted = set(), 0
        lines = source.split("\n")
        for number, line in enumerate(lines):
            if line.startswith("def "):
                name = line[4:].split("(")[0]
                body = []
                for below in lines[number:]:
                    if below.startswith("def ") and body:
                        break
                    body.append(below)
                names.add(name)
                counted += any("#" in text or '"""' in text for text in body)
        return counted, max(8, len(names))
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    lines = source.split("\n")
    count = sum(
        any("#" in text or '"""' in text for text in lines[max(0, node.lineno - 2) : node.end_lineno + 1])
        for node in functions.values()
    )
    return count, max(8, len(functions))


@dataclass
class Handed:
    """What one student handed in, and what is true about it."""

    name: str
    id: str
    source: str
    files: dict[str, bytes]
    time: datetime
    earlier: dict[str, bytes] = field(default_factory=dict)  # an earlier attempt
    faults: set[str] = field(default_factory=set)

    @property
    def facts(self):
        late = self.time - DEADLINE
        days = -(-late // timedelta(days=1)) if late > timedelta(0) else 0
        count, functions = commented(self.source) if self.source else (0, 8)
        return {"faults": self.faults, "commented": count, "functions": functions, "days_late": days,
                "is_second": False, "is_copy": False}  # fmt: skip


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def class_of(seed, with_zips=True):
    """Return the students of a class."""
    chance = random.Random(seed)
    people = []
    for number in range(STUDENTS):
        name = f"{FIRST[number % len(FIRST)]} {LAST[number // len(FIRST)]}"
        source = BASE + BODIES[chance.choice(list(BODIES))]
        data = source.encode()
        faults = {fault for fault in ("wrong_name", "wrong_place", "extra_files") if chance.random() < 0.15}
        place = ("src/" if "wrong_place" in faults else "") + (
            "TicTacToe.py" if "wrong_name" in faults else "tictactoe.py"
        )
        files = {place: data}
        if "extra_files" in faults and "wrong_name" in faults:
            faults.remove("extra_files")  # then nobody could tell which file is the program
        if "extra_files" in faults:
            files["helper.py"] = b"x = 1\n"
        if with_zips and not faults and chance.random() < 0.1:
            files, faults = {"work.zip": zipped({"tictactoe.py": data})}, {"compressed"}
        if number % 17 == 16:
            files, faults, source = {"essay.docx": b"sorry"}, set(), ""
        hours = chance.choice([-30, -1, -1, 0.1, 23.9, 24.1, 100, 24 * 8])
        handed = Handed(name, str(1000 + number), source, files, DEADLINE + timedelta(hours=hours), faults=faults)
        if chance.random() < 0.2:
            handed.earlier = {"tictactoe.py": BASE.encode()}
        people.append(handed)
    return people


def write_folder(folder, people):
    for person in people:
        for name, data in person.files.items():
            path = folder / person.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    return folder


def write_blackboard(path, people):
    with zipfile.ZipFile(path, "w") as made:
        for person in people:
            for time, files in ((person.time - timedelta(days=3), person.earlier), (person.time, person.files)):
                start = f"Project 1_u{person.id}_attempt_{time:%Y-%m-%d-%H-%M-%S}"
                for name, data in files.items():
                    made.writestr(f"{start}_{name}", data)
                if files:
                    made.writestr(f"{start}.txt", f"Name: {person.name} (u{person.id})\nAssignment: Project 1\n"
                                  f"Date Submitted: {time:%A, %B} {time.day}, {time.year} {time:%I:%M:%S %p} CET\n")  # fmt: skip
    return path


def write_moodle(path, people):
    with zipfile.ZipFile(path, "w") as made:
        for person in people:
            for name, data in person.files.items():
                made.writestr(f"{person.name}_{person.id}_assignsubmission_file_/{name}", data)
    rows = [f'Participant {p.id},{p.name},"{p.time:%A}, {p.time.day} {p.time:%B %Y, %I:%M %p}"' for p in people]
    path.with_suffix(".csv").write_text("Identifier,Full name,Last modified (submission)\n" + "\n".join(rows) + "\n")
    return path


def write_gradescope(path, people):
    lines = ["---"]
    with zipfile.ZipFile(path, "w") as made:
        for person in people:
            lines += [f"submission_{person.id}:", "  :submitters:", f"  - :name: {json.dumps(person.name)}",
                      f"    :sid: '{person.id}'", f"  :created_at: {person.time.isoformat()}"]  # fmt: skip
            for name, data in person.files.items():
                made.writestr(f"assignment_1_export/submission_{person.id}/{name}", data)
        made.writestr("assignment_1_export/submission_metadata.yml", "\n".join(lines) + "\n")
    return path


def write_checkouts(folder, people):
    for person in people:
        place = folder / f"project-1-u{person.id}"
        place.mkdir(parents=True)
        git(place, "init", "-q", "-b", "main")
        for name, data in person.files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(data)
        subprocess.run(["git", "-C", place, "add", "."], check=True)
        git(place, "commit", "-qm", "x", GIT_COMMITTER_DATE=person.time.isoformat())
    return folder


def write_canvas(path, people):
    """Canvas writes no folders and no times, only LATE."""
    with zipfile.ZipFile(path, "w") as made:
        for number, person in enumerate(people):
            letters = (
                "".join(reversed(person.name.lower().split(" ", 1))).replace(" ", "").replace("'", "").replace("-", "")
            )
            late = "LATE_" if person.time > DEADLINE else ""
            for name, data in person.files.items():
                made.writestr(f"{letters}_{late}{person.id}_{9000 + number}_{name}", data)
    return path
