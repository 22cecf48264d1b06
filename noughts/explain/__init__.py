"""Explanations of the exact values: verdicts and ideas, "why not?", the search ladder, trees and pictures."""
