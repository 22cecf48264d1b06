"""Read submissions from folders, git checkouts and platform archives, with their times, and match the roster."""
