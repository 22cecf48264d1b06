"""Run an untrusted file in a sandbox. `process` and `clock` start and limit the worker; the others run inside it."""
