"""Small helpers that any package may use: text, progress, child processes. They know nothing about games."""
