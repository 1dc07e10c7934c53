"""How does a text get onto the disk whole, or not at all?"""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path

from lab.errors import DiskError


def write(text: str, path: str | os.PathLike[str]) -> Path:
    """Write ``text`` to ``path`` and return it. A failure leaves what was there: it raises ``DiskError``.

    The text goes to ``path`` with ``.part`` first and is renamed when it is complete on the disk.
    """
    place = Path(path)
    part = place.with_name(place.name + ".part")
    try:
        # A file's name that is no UTF-8 may be in the text: it should not keep a run from being written.
        with open(part, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, place)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink()
        raise _refused(place, error) from error
    return place


def folder(path: str | os.PathLike[str]) -> Path:
    """The folder at ``path``, made where it is missing. Raises ``DiskError``."""
    place = Path(path)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiskError(f"{place} could not be made a folder: {error.strerror}. Use another path.") from error
    return place


def probe(path: str | os.PathLike[str]) -> None:
    """Raise the ``DiskError`` that `write` would raise, as far as it can be known before there is a text."""
    place = Path(path)
    part = place.with_name(place.name + ".part")
    try:
        if place.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        # The part, not the file itself: what is there must stay as it is.
        with open(part, "w", encoding="utf-8"):
            pass
        part.unlink()
    except OSError as error:
        raise _refused(place, error) from error


def _refused(place: Path, error: OSError) -> DiskError:
    why = "the disk is full" if error.errno == errno.ENOSPC else error.strerror
    return DiskError(f"{place} could not be written: {why}. What was there stays. Use another path.")
