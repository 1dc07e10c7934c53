"""How do bytes reach a file whole? Short writes, text files, paths."""

from __future__ import annotations

import codecs
import io
import os

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any


class Sink:
    """What `dump` writes to: takes pieces of UTF-8 that are cut between characters.

    A path is opened at the first piece, so that a value that cannot be encoded leaves the old file alone. What the
    file raises comes out as it is, and nothing is tried a second time.
    """

    name = "dump"
    """What its caller was called, for messages."""

    def __init__(self, file: Any) -> None:
        # As text now: open() would take something that also passes for a number as a descriptor.
        self.path = os.fspath(file) if isinstance(file, (str, os.PathLike)) else None
        if self.path is None and not hasattr(file, "write"):
            kind = type(file).__name__
            reason = f"{self.name} needs a path or something with a write method, not {kind}; the value comes first"
            raise TypeError(f"{reason}: {self.name}(value, file)")
        self.file = None if self.path is not None else file
        self.is_text = self.path is None and is_text(file)

    def write(self, piece: bytes) -> None:
        """Write all of `piece`, in as many calls as the file needs."""
        left = self.prepare(piece)
        while left:
            try:
                answer = self.file.write(left)
            except (TypeError, UnicodeEncodeError) as error:
                self.explain(error)
                raise
            left = self.rest(left, answer)

    def prepare(self, piece: bytes) -> Any:
        """`piece` as what the file takes. The file is open from now on, even if there is nothing to write."""
        if self.file is None:
            self.file = open(self.path, "wb")
        return piece.decode() if self.is_text else piece  # itself: many that are no files expect bytes, not a view

    def rest(self, left: Any, answer: Any) -> Any:
        """What `write` did not take of `left`, judging by its answer."""
        if self.is_text:
            return ""  # a text file takes all; some count bytes, so that their answer says little
        if answer is None and isinstance(self.file, io.RawIOBase):
            raise BlockingIOError("the file would block: dump needs one that takes all it is given")
        if hasattr(type(answer), "__await__"):
            if hasattr(answer, "close"):
                answer.close()  # or Python would warn of a coroutine that nobody awaited
            raise TypeError("the file's write() is asynchronous: use adump")
        if not isinstance(answer, int) or answer is True:
            return b""  # no count, as of things that are no real files: it took everything
        if not 0 < answer <= len(left):
            raise OSError(f"the file's write() says it took {answer!r} of {len(left)} bytes")
        return memoryview(left)[answer:]

    def explain(self, error: Exception) -> None:
        """Say in an error that the file raised what to do about it."""
        if isinstance(error, UnicodeEncodeError):
            error.add_note("The file's encoding lacks this character: with ascii=True all that is written is ASCII.")
        elif not self.is_text and not isinstance(self.file, io.IOBase):
            error.add_note("It was given bytes. Give it an `encoding` or a `mode` without 'b' if it takes str.")

    def close(self) -> None:
        """Close what was opened here."""
        if self.path is not None and self.file is not None:
            self.file.close()


def is_text(file: Any) -> bool:
    """Does a file take str? Asked before anything is written to it."""
    if isinstance(file, io.TextIOBase):
        return True
    if isinstance(file, (io.RawIOBase, io.BufferedIOBase)):
        return False  # whatever its mode says: that of a GzipFile or a ZipExtFile has no b
    if isinstance(file, codecs.StreamReaderWriter):
        file = file.writer  # its mode is that of the file below
    if isinstance(file, codecs.StreamWriter):
        return getattr(type(file), "charbuffertype", str) is str  # those of zlib, base64 and such take bytes
    # Of the instance, as wrappers pass these on; a mock answers something that is no str.
    mode = getattr(file, "mode", None)
    return "b" not in mode if isinstance(mode, str) else isinstance(getattr(file, "encoding", None), str)
