"""Check every file of a class on this machine or on a cluster, and keep the results in a journal."""
