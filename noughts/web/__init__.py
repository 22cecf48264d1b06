"""The page in a browser: static files, and everything that is true about the games as data."""
