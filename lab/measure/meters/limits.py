"""How large may a capture become before its tracking is stopped?

memray writes every block and every free, without an end; a call that asks for hundreds of millions would fill the
disk, and reading it back would take hours.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from lab.errors import CaptureError

MOST = 64 << 20
"""Bytes of one capture: some seven million blocks, which take a minute to read."""
_EVERY = 0.05


@contextlib.contextmanager
def limited(folder: Path, most: int, *, stop: Callable[[], None]) -> Iterator[None]:
    """Watch the captures in ``folder`` meanwhile; ``stop`` ends the tracking once one is larger than ``most`` bytes.

    The one clear error then is a ``CaptureError``, whatever the stop led to.
    """
    done, reached = threading.Event(), threading.Event()

    def watch() -> None:
        while not done.wait(_EVERY):
            if any(_size(path) > most for path in folder.glob("*.bin")):
                reached.set()
                stop()
                return

    watcher = threading.Thread(target=watch, name="lab capture limit", daemon=True)
    watcher.start()
    try:
        yield
    except Exception as error:
        if reached.is_set():
            raise _error(most) from error
        raise
    finally:
        done.set()
        watcher.join()
    if reached.is_set():
        raise _error(most)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _error(most: int) -> CaptureError:
    return CaptureError(
        f"Tracking was stopped: the capture grew larger than {most:,} bytes, and nothing of it is kept. "
        "Profile fewer or smaller steps of this, or allow more with limit=BYTES."
    )
