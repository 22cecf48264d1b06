"""Explanations of positions and moves: verdicts, ideas, "why not?", the search ladder, trees and pictures."""
