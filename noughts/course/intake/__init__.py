"""Read submissions and their times from folders, git checkouts and platform archives, and match them to the roster."""
