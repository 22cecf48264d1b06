"""What the programs that are timed share: the best time of several runs, printed as JSON."""

import json
import sys
import time


def best(function, rounds):
    """Seconds of the best run."""
    fastest = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        function()
        fastest = min(fastest, time.perf_counter() - began)
    return fastest


def tell(**seconds):
    """Print what was measured."""
    json.dump(seconds, sys.stdout)
