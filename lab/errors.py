"""What can go wrong in the lab, and what should one do about it?

``LabError`` is the root: the command line shows its message without a traceback and ends with its
``exit_status``.

    LabError
    ├── UnknownNameError      a workload, experiment, axis or rival that does not exist (exit status 2)
    │   ├── UnknownWorkloadError
    │   └── UnknownExperimentError
    └── DataError             a payload that is missing, damaged or not JSON
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


class DataError(LabError):
    """A payload that cannot be had as asked: not fetched, damaged on disk, or not JSON."""
