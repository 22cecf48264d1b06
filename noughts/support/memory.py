"""Large numbers in memory: keep what has been freed, because the next number needs it again."""

# Parameters of mallopt in the GNU C library.
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
KEPT_BYTES, BLOCK_BYTES_MAX = 1 << 28, 1 << 25


def keep_freed_memory() -> None:
    """Ask the C library to keep freed memory for this process. Other C libraries than GNU's stay as they are.

    Otherwise it returns memory to the system after each operation on numbers of megabytes, and gets it back filled with
    zeros, which takes as long as the operation.
    """
    import ctypes  # takes milliseconds to load

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):
        return
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES)
    mallopt(M_MMAP_THRESHOLD, BLOCK_BYTES_MAX)
