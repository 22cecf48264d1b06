"""How a game is played: levels, hints, the game record, the session, and a student's file in a process of its own."""
