"""Grade a whole class, from submissions to grades and feedback. One package for each step."""
