"""What can go wrong in the lab, and what should one do about it?

``LabError`` is the root: the command line shows its message without a traceback and ends with its
``exit_status``.

    LabError
    ├── UnknownNameError      a workload, experiment, axis or rival that does not exist (exit status 2)
    │   ├── UnknownWorkloadError
    │   └── UnknownExperimentError
    ├── DesignError           a design that is not written as axes and rivals (exit status 2)
    ├── DataError             a payload that is missing, damaged or not JSON
    │   └── PayloadError      a payload that a contestant cannot encode
    ├── DisagreementError     contestants whose bytes differ: there is nothing to compare
    ├── BuildError            the build that was asked for is not there, or is not the one that ran
    ├── WorkerError           a measuring process died or stopped answering
    ├── ShippingError         a callable that cannot be copied into a measuring process
    ├── MissingToolError      something to be installed first (memray)
    ├── AlreadyProfilingError a profile within a profile, or beside one in another thread
    ├── CaptureError          a call whose blocks cannot be captured: too many, or of the size that marks calls
    ├── DiskError             no room, or no leave, to write
    ├── ForeignResultError    a file that is no result of this lab, or of a newer one, or damaged
    ├── MergeError            runs that cannot become one
    └── CancelledError        stopped by the user; nothing was saved
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class LabError(Exception):
    """Anything the lab refuses, with one message that says what happened and what to do."""

    exit_status = 1


class UnknownNameError(LabError):
    """``name`` is none of ``known``; the message offers the nearest ones and lists the rest."""

    exit_status = 2

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, tuple(known)
        # A name that begins like the wrong one is the likelier wish than one that merely shares letters.
        near = [other for other in self.known if name and other.startswith(name)]
        near += difflib.get_close_matches(name, [k for k in self.known if k not in near], n=3, cutoff=0.6)
        hint = f" Did you mean {' or '.join(near[:3])}?" if near else ""
        super().__init__(f"There is no {kind} named {name!r}.{hint} Known: {', '.join(self.known)}.")

    def __reduce__(self) -> tuple[type, tuple[str, ...]]:
        # The default would call the class with the message alone, so a worker could not send this error back.
        return type(self), self._arguments()

    def _arguments(self) -> tuple:
        return self.kind, self.name, self.known


class UnknownWorkloadError(UnknownNameError):
    """No workload of that name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__("workload", name, known)

    def _arguments(self) -> tuple:
        return self.name, self.known


class UnknownExperimentError(UnknownNameError):
    """No experiment of that name."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__("experiment", name, known)

    def _arguments(self) -> tuple:
        return self.name, self.known


def require(kind: str, name: str, known: Iterable[str]) -> None:
    """Raise ``UnknownNameError`` unless ``name`` is one of ``known``."""
    names = tuple(known)
    if name not in names:
        raise UnknownNameError(kind, name, names)


class DesignError(LabError):
    """A design that is not written as axes and rivals."""

    exit_status = 2


class DataError(LabError):
    """A payload that cannot be had as asked: not fetched, damaged on disk, or not JSON."""


class PayloadError(DataError):
    """A payload that a contestant cannot encode."""


class DisagreementError(LabError):
    """Two contestants gave different bytes, so that comparing their speed would mean nothing."""

    @classmethod
    def between(cls, first: str, second: str, expected: bytes, got: bytes) -> DisagreementError:
        """The error that shows where ``got`` leaves ``expected``."""
        pairs = enumerate(zip(expected, got, strict=False))
        place = next((i for i, (a, b) in pairs if a != b), min(len(expected), len(got)))
        start = max(place - 20, 0)
        return cls(
            f"{first} and {second} give different bytes from byte {place} on: "
            f"{expected[start : place + 20]!r} against {got[start : place + 20]!r} "
            f"({len(expected)} and {len(got)} bytes in all). Nothing was measured. "
            "One of them is wrong: report this with the payload."
        )


class BuildError(LabError):
    """The build that was asked for is not there, or another one answered."""


class WorkerError(LabError):
    """A measuring process died, or stopped answering."""


class ShippingError(LabError):
    """A callable that cannot be copied into a measuring process."""


class MissingToolError(LabError):
    """Something that must be installed first."""


class AlreadyProfilingError(LabError):
    """A profile was asked for while one is running in the same process."""


class CaptureError(LabError):
    """A call whose blocks cannot be captured: there are too many, or some have the size that marks calls."""


class DiskError(LabError):
    """A file could not be written."""


class ForeignResultError(LabError):
    """A file that is no result of this lab, comes from a newer one, or is damaged."""


class MergeError(LabError):
    """Fewer than two runs, or one that comes twice."""


class CancelledError(LabError):
    """Stopped by the user. Nothing was saved."""


def named(kind: str, message: str) -> LabError:
    """The error of class ``kind`` as it arrives from a worker; of an unknown kind, a ``WorkerError``."""
    found = globals().get(kind)
    if not (isinstance(found, type) and issubclass(found, LabError)):
        found = WorkerError
    error = found.__new__(found)
    # Some classes build their message from parts; here it is finished already.
    Exception.__init__(error, message)
    return error
