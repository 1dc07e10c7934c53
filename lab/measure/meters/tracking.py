"""Who tracks this process's blocks into a file, and what does that leave behind in the process?"""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path
from typing import Any

from lab.errors import AlreadyProfilingError, DiskError, MissingToolError
from lab.measure.meters.hooks import set_aside


def require_memray() -> None:
    """Raise ``MissingToolError`` where memray cannot be imported."""
    try:
        import memray  # noqa: F401
    except ImportError as error:
        raise MissingToolError(
            "Memory is measured with memray, which is not installed here. Install it with "
            "`pip install memray` (Linux and macOS only). Elsewhere, draw a recorded run: "
            "`python -m lab replay FILE`."
        ) from error


class Capture:
    """A tracker that writes ``path``; failing to write is one clear `DiskError`.

    Hooks of somebody else's are set aside meanwhile.
    """

    def __init__(self, path: Path, *, native: bool = False) -> None:
        import memray

        destination = memray.FileDestination(path, overwrite=True, compress_on_exit=False)
        self._path = path
        self._tracker = memray.Tracker(destination=destination, native_traces=native, trace_python_allocators=True)

    def __enter__(self) -> Capture:
        self._hooks = contextlib.ExitStack()
        self._hooks.enter_context(set_aside())
        try:
            self._tracker.__enter__()
        except (OSError, RuntimeError) as error:
            self._hooks.close()
            if isinstance(error, OSError):
                raise unwritten(self._path, error) from error
            raise AlreadyProfilingError("memray is tracking this process already; end that first.") from error
        _active.append(self)
        return self

    def __exit__(self, *failure: Any) -> None:
        with self._hooks:
            self.stop(*failure)

    def stop(self, *failure: Any) -> None:
        """End the tracking, from any thread."""
        if self not in _active:
            return
        _active.remove(self)
        try:
            self._tracker.__exit__(*(failure or (None, None, None)))
        except OSError as error:
            raise unwritten(self._path, error) from error


_active: list[Capture] = []
"""The one that is tracking, or none."""


def stop() -> None:
    """End the tracking of whichever capture is on, from any thread; reading it then says that it was cut short."""
    for capture in list(_active):
        capture.stop()


def unwritten(path: Path, error: OSError) -> DiskError:
    """The error of a capture at ``path`` that could not be written in full."""
    why = "the disk is full" if error.errno == errno.ENOSPC else str(error)
    return DiskError(f"A capture in {path.parent} failed: {why}. Free some space there, or set TMPDIR.")
