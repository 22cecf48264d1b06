"""What a course writes: tables, pages, filled gradebooks, and what Gradescope needs."""
