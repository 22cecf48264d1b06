"""Check a tictactoe.py: question its functions in a sandbox, rule on the answers, find likely causes, and report."""
