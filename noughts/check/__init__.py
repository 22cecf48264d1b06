"""Check a file that has the eight functions: sandbox, questions, rulings, diagnosis and report."""
