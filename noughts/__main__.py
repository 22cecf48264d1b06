"""`python -m noughts` is the command `noughts`."""

import sys

# Python looks for modules in the current folder first, which may be a student's: nothing of it must run here. Where we
# ourselves lie comes last, so that processes that are started find us, and nothing there is taken for Python's own.
if not sys.flags.safe_path:
    del sys.path[0]
    sys.path.append(__file__.rpartition("noughts")[0].rstrip("/\\") or ".")

from noughts.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
