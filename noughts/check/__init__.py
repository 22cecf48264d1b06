"""Is a file of the eight functions right? Sandbox, questions, rulings, diagnosis and report."""
