"""How a game is played: levels, advice, records, the session, and students' files, which run in other processes."""
