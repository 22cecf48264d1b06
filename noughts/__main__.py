"""`python -m noughts` is the command `noughts`."""

from noughts.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
