"""From reports to points: the rubric, comments, and similarity between files."""
