"""The output of a course: tables, pages, filled gradebooks, and files for Gradescope."""
