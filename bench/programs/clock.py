"""What the timed programs share: they measure the best of several runs, and print the seconds as JSON."""

import json
import sys
import time


def best(function, rounds):
    """Return the seconds of the fastest run."""
    fastest = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        function()
        fastest = min(fastest, time.perf_counter() - began)
    return fastest


def tell(**seconds):
    """Print the measured seconds as JSON, by task."""
    json.dump(seconds, sys.stdout)
