"""What the exact values mean: verdicts and ideas as data and in words, why not, the search ladder, trees, pictures."""
