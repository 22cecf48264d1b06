"""Playing a game: levels, hints, the game record, the session, and students' files, each in its own process."""
