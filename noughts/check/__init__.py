"""Checks submissions: a file tried on every position there is, in a process that is locked in."""
