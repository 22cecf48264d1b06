"""What is true about a game: its rules, its notation, and the exact value of every move. No input or output."""
