"""Play tic-tac-toe in a window: `python runner.py [FILE]`.

FILE has the eight functions that the game calls; the default is the tictactoe.py in the folder of this file.
"""

import sys
from pathlib import Path

if sys.version_info < (3, 11):
    print(f"Noughts needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
    raise SystemExit(2)

from noughts.cli import main

if __name__ == "__main__":
    raise SystemExit(main(["play", *sys.argv[1:]], Path(__file__).resolve().parent, "runner.py", needs_window=True))
