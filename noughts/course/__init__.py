"""A whole class: submissions in, grades and feedback out. One package for each step."""
