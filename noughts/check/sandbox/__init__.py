"""Run one untrusted file. `process` starts and limits the worker; the other modules run in the sandbox."""
