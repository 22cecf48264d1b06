"""Who handed in what, and when: folders, git checkouts, archives of learning platforms, and the roster."""
