"""A whole course: submissions in, grades, feedback and suspicions out."""
