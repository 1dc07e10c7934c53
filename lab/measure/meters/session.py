"""Is a profile running in this process, and since when?

memray tracks a whole process and can do so once at a time, so a second profile is refused: queued, it would wait for
ever where the first one's callable started it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from lab.errors import AlreadyProfilingError

_LOCK = threading.Lock()
_running: list[str] = []


def refuse() -> None:
    """Raise ``AlreadyProfilingError`` where a profile is running."""
    for started in _running:
        raise AlreadyProfilingError(
            f"A profile is already running in this process (started at {started}), and one process can run only one. "
            "What is called here is counted in that one; profile it by itself to see it apart."
        )


@contextmanager
def session(label: str) -> Iterator[None]:
    """The time in which ``label`` is profiled in this process. Raises ``AlreadyProfilingError``."""
    with _LOCK:
        refuse()
        _running.append(f"{time.strftime('%H:%M:%S')}, of {label}, in thread {threading.current_thread().name}")
    try:
        yield
    finally:
        _running.clear()
