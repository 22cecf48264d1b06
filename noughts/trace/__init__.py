"""A student's own search on one position: recorded call by call, the first call that went wrong, and its lines."""
