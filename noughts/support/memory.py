"""Speed up computing with large numbers: keep freed memory in the process instead of returning it to the system."""

# Parameters of mallopt in the GNU C library.
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
# Keep at most KEPT_BYTES of freed memory, but return a block larger than BLOCK_BYTES_MAX to the system at once.
KEPT_BYTES, BLOCK_BYTES_MAX = 1 << 28, 1 << 25


def keep_freed_memory() -> None:
    """Tell the GNU C library to keep freed memory; do nothing with any other C library.

    By default, the library returns the memory of an integer of several megabytes to the system when it is freed. For
    the next integer, the system provides memory filled with zeros, which takes as long as the operation itself.
    """
    import ctypes  # takes milliseconds to load

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, TypeError, AttributeError):
        return
    mallopt(M_TRIM_THRESHOLD, KEPT_BYTES)
    mallopt(M_MMAP_THRESHOLD, BLOCK_BYTES_MAX)
