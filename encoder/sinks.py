"""How do bytes reach a file whole? Short writes, text files, paths."""

from __future__ import annotations

import io
import os

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any


class Sink:
    """What `dump` writes to: takes pieces of UTF-8 that are cut between characters.

    A path is opened at the first piece, so that a value that cannot be encoded leaves the old file alone.
    """

    def __init__(self, file: Any) -> None:
        self.path = file if isinstance(file, (str, os.PathLike)) else None
        if self.path is None and not hasattr(file, "write"):
            raise TypeError(f"dump needs a path or something with a write method, not {type(file).__name__}")
        self.file = None if self.path is not None else file
        self.is_text = self.path is None and is_text(file)

    def write(self, piece: bytes) -> None:
        """Write all of `piece`, in as many calls as the file needs."""
        if self.file is None:
            self.file = open(self.path, "wb")
        if self.is_text:
            self.file.write(piece.decode())
            return
        left: bytes | memoryview = piece  # itself, for the many files that are no files and expect bytes
        while left:
            count = self.file.write(left)
            if count is None and isinstance(self.file, io.RawIOBase):
                raise BlockingIOError("the file would block: dump needs one that takes all it is given")
            if count is None:
                return  # not a real file: it says nothing, and so took everything
            if not 0 < count <= len(left):
                raise OSError(f"the file's write() says it took {count!r} of {len(left)} bytes")
            left = memoryview(left)[count:]

    def close(self) -> None:
        """Close what was opened here."""
        if self.path is not None and self.file is not None:
            self.file.close()


def is_text(file: Any) -> bool:
    """Does a file take str? Asked before anything is written to it."""
    if isinstance(file, io.TextIOBase):
        return True
    mode = getattr(file, "mode", "b")
    return isinstance(mode, str) and "b" not in mode
