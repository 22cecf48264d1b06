"""Trace a function of a student's file on one position: record the calls, find the first wrong one and its lines."""
