"""Trace a call of a student's file on one position: record all calls, find the first wrong one and its lines."""
