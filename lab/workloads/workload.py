"""What is a workload? A named payload that is built anew for every contestant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lab.model import Origin


@dataclass(frozen=True, kw_only=True)
class Workload:
    """A payload under a name.

    ``build`` makes fresh objects on every call. Some encoders leave a UTF-8 copy inside a string or make
    an instance's ``__dict__`` on the way, and the next contestant would find that work already done.
    """

    name: str
    title: str
    family: str
    build: Callable[[], Any]
    origin: Origin = "generated"
    """``real`` for a published file, ``look-alike`` for its stand-in, ``generated`` for what is made here."""
    small: str | None = None
    """The scaled workload that memory is counted on, where this one makes too many blocks to count fast."""
    note: str = ""

    def __repr__(self) -> str:
        return f"Workload({self.name!r}, {self.origin})"
