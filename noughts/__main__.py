"""`python -m noughts` is the command `noughts`."""

import sys

# Python looks for modules in the current folder first, which may be a student's: nothing of it must run here.
if not sys.flags.safe_path:
    del sys.path[0]

from noughts.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
