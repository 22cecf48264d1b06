"""Turn reports into points: the rubric, partial credit, the teacher's decisions, and similarity between files."""
