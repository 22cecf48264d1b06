"""Trace a student's search on one position: record the calls, and find the first wrong call and the lines to blame."""
