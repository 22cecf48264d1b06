"""The rules of a game, its notation, an exact solver and a heuristic search. Nothing here does input or output."""
