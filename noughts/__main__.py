"""`python -m noughts` is the command `noughts`."""

import sys

# Python searches the current folder first. That may be a student's folder, and its modules must not run here, so it is
# removed. Our own folder goes last: child processes find the package, and its neighbours hide no standard module.
if not sys.flags.safe_path:
    del sys.path[0]
    sys.path.append(__file__.rpartition("noughts")[0].rstrip("/\\") or ".")

from noughts.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
