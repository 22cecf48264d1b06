"""Explain positions and moves: verdicts, what a move does, why it is not best, proofs, search counts, pictures."""
