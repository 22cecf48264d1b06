"""Run an untrusted file in a sandbox. `process` and `clock` start and limit the worker; the other modules run in it."""
