"""`python -m noughts` is the command `noughts`."""

import sys

# Python searches the current folder first. It may be a student's folder, whose modules must not run here, so it is
# removed. The folder that contains this package is added at the end: child processes can import the package, and
# other files in that folder cannot replace modules of the standard library.
if not sys.flags.safe_path:
    del sys.path[0]
    sys.path.append(__file__.rpartition("noughts")[0].rstrip("/\\") or ".")

from noughts.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
