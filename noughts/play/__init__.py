"""Playing a game: levels, advice, the game record, the session, and students' files, each in its own process."""
