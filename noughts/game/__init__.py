"""The rules of a game, its notation, and the exact value of every move. No input or output."""
