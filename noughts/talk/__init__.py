"""The game as a conversation: moves and commands by words, for a terminal, a pipe or a screen reader."""
