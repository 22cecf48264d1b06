"""Run an untrusted file in a sandbox. `process` and `clock` start and limit the worker; the rest runs inside it."""
