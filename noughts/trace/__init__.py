"""Trace a student's search on one position: record its calls, and find the first wrong call and its lines."""
