"""The page in a browser: static files, and the rules and values of the games as data."""
