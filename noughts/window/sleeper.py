"""Sleep until the window has something to do. pygame's own event.wait() wakes up a thousand times a second.

On X11 the process sleeps on the connection to the display. Elsewhere it looks for events now and then: often while a
person is doing something, seldom otherwise.
"""

import ctypes
import os
import select
import threading
import time
from contextlib import suppress

import pygame

# Without a connection to sleep on, look for events every OFTEN_SECONDS until LIVELY_SECONDS have passed since the last
# event, and then every SELDOM_SECONDS.
OFTEN_SECONDS, SELDOM_SECONDS, LIVELY_SECONDS = 0.01, 0.12, 2.0
# No sleep is longer than this.
SLEEP_SECONDS_MAX = 60.0


class Sleeper:
    """Sleeps until an event arrives, another thread wakes it, or the time is up."""

    def __init__(self) -> None:
        self._connection = x11_connection()
        self._woken = threading.Event()
        self._reading, self._writing = os.pipe() if self._connection is not None else (-1, -1)
        self._last_event = time.monotonic()

    def wake(self) -> None:
        """End the sleep, from another thread."""
        self._woken.set()
        if self._connection is not None:
            with suppress(OSError):  # the window may have been closed
                os.write(self._writing, b"!")

    def sleep(self, seconds: float | None) -> None:
        """Sleep until something happens, but no longer than `seconds` if given. The sleep may also end early.

        Read all waiting events first, because those that pygame has already received do not end the sleep.
        """
        limit = SLEEP_SECONDS_MAX if seconds is None else min(seconds, SLEEP_SECONDS_MAX)
        if self._connection is None:
            is_lively = time.monotonic() < self._last_event + LIVELY_SECONDS
            self._woken.wait(min(limit, OFTEN_SECONDS if is_lively else SELDOM_SECONDS))
        else:
            ready, _, _ = select.select([self._connection, self._reading], [], [], limit)
            if self._reading in ready:
                os.read(self._reading, 1000)
        self._woken.clear()

    def note_events(self) -> None:
        """Note that events have arrived, so that `sleep` soon looks for more of them."""
        self._last_event = time.monotonic()

    def close(self) -> None:
        """Close the pipe."""
        if self._connection is not None:
            os.close(self._reading)
            os.close(self._writing)
            self._connection = None


def x11_connection() -> int | None:
    """Return the file descriptor of the connection to an X display; None if there is none."""
    if pygame.display.get_driver() != "x11":
        return None
    with suppress(OSError, KeyError, ValueError, AttributeError):
        pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
        pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        display = pointer_of(pygame.display.get_wm_info()["display"], b"display")
        library = ctypes.CDLL("libX11.so.6")
        library.XConnectionNumber.argtypes = [ctypes.c_void_p]
        return int(library.XConnectionNumber(display))
    return None
