"""Hand back the feedback: a zip that Moodle or Canvas accepts, and a table for a mail merge.

Both platforms match a file to a student by the beginning of its name, which must be the same as in their own download.
"""

import csv
import io
import zipfile

from noughts.course.grading.grade import points_text
from noughts.course.output.tables import cell, people
from noughts.course.records import Course, Entry
from noughts.support.text import sentence

ZIP, TABLE = "feedback.zip", "mail_merge.csv"
PAGE = "feedback.html"
HEAD = ("who", "id", "email", "points", "of", "page", "summary")
ZIP_TIME = (2026, 1, 1, 0, 0, 0)  # fixed, so that the same feedback makes the same zip


class FeedbackZip:
    """The zip for the platform, written page by page. There is none if the platform accepts no feedback."""

    def __init__(self, course: Course) -> None:
        self.path = course.plan.out / ZIP
        self._unfinished = self.path.with_name(f".{ZIP}.new")
        is_wanted = any(entry.submission.start for entry in course.entries)
        self._zip = zipfile.ZipFile(self._unfinished, "w", zipfile.ZIP_DEFLATED) if is_wanted else None

    def add(self, entry: Entry, page: str) -> None:
        """Add an entry's page under a name that the platform can match to the student.

        Do nothing if the entry's file has no such name, e.g. because its platform accepts no feedback.
        """
        if self._zip and entry.submission.start:
            self._zip.writestr(zipfile.ZipInfo(entry.submission.start + PAGE, ZIP_TIME), page)

    def finish(self) -> None:
        """Complete the zip; if there is none, remove that of an earlier run."""
        if self._zip:
            self._zip.close()
            self._unfinished.replace(self.path)
        else:
            self.path.unlink(missing_ok=True)


def mail_merge(course: Course, pages: dict[str, str], summaries: dict[str, str]) -> str:
    """Return the table for a mail merge, with a line for each person: the page to attach, and a summary.

    `pages` has the file name of each page, and `summaries` a summary of each entry, both by key.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    total = points_text(course.plan.rubric.total)
    for person in people(course):
        entry, points = person.entry, points_text(person.grade.points) if person.grade else ""
        changes = person.grade.deductions if person.grade else []
        page, summary = "", " ".join(map(sentence, ["nothing was handed in", *changes]))
        if entry:
            own = person.student if person.student in entry.member_grades else None
            page, summary = f"students/{pages[entry.member_key(own) if own else entry.key]}", summaries[entry.key]
        texts = (person.name, person.id, person.email, points, total, page, summary)
        writer.writerow([cell(text) for text in texts])
    return out.getvalue()
