"""Run one untrusted file: `process` is our side with limits and a clock, the other modules run in the sandbox."""
