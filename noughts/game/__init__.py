"""The rules of a game, its notation, an exact solver, provers and a heuristic search; no input or output."""
