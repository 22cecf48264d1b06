"""Grade a whole class: read the submissions, check them, grade them and write feedback. One package per step."""
