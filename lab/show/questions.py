"""What can be asked in the explorer, and what must answer it?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from lab import designs
from lab.errors import UnknownWorkloadError, require
from lab.model import MARGIN

MARGINS = (0.01, 0.02, 0.03, 0.05, 0.1)


@dataclass(frozen=True, kw_only=True)
class Question:
    """What the controls ask: two rivals of one axis, on one payload, through one call, in one build."""

    payload: str
    axis: str
    baseline: str
    candidate: str
    method: str = "to_bytes"
    build: str = "compiled"
    margin: float = MARGIN
    """Ratios that lie this near to 1 count as equivalent."""

    @property
    def call(self) -> dict[str, Any]:
        """The keyword arguments of ``lab.compare`` that ask this; the usual margin goes without saying."""
        return {
            "baseline": {self.axis: self.baseline},
            "candidate": {self.axis: self.candidate},
            "method": self.method,
            "build": self.build,
            **({"margin": self.margin} if self.margin != MARGIN else {}),
        }

    @property
    def python(self) -> str:
        """The same question as a line of Python, for "Copy as Python"."""
        options = ", ".join(f"{name}={value!r}" for name, value in self.call.items())
        return f"lab.compare({self.payload!r}, {options})"


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far a run is. ``seconds_left`` is None until there is something to judge it by."""

    done: int = 0
    total: int = 0
    label: str = "Starting"
    seconds_left: float | None = None


class Job(Protocol):
    """A comparison that is under way in a process of its own."""

    def cancel(self) -> Any:
        """Kill the worker within 0.25 s."""

    def wait(self, timeout: float | None = None) -> Any:
        """The result; raises what went wrong."""


class Engine(Protocol):
    """What a panel needs from the lab. Tests pass one that measures nothing."""

    def payloads(self) -> Mapping[str, str]:
        """Titles by name."""

    def rivals(self) -> Mapping[str, list[str]]:
        """The rivals of each axis, the published baseline first."""

    def methods(self) -> list[str]:
        """The calls that can be measured."""

    def builds(self) -> Mapping[str, str | None]:
        """For each build None, or why this machine cannot measure it."""

    def recorded(self, question: Question) -> Any:
        """A result recorded earlier for just this question, or None."""

    def compare(self, payload: str, *, progress: Callable[[Mapping[str, Any]], None], **call: Any) -> Job:
        """Start measuring; returns at once."""


def opponents(engine: Engine, axis: str) -> tuple[str, str]:
    """The published pair of an axis: the rival before the change, the one after it."""
    rivals = engine.rivals()
    designs.check(axis, known=rivals)
    return rivals[axis][0], rivals[axis][1]


def check(engine: Engine, question: Question) -> None:
    """Raise the error that names what ``question`` gets wrong, if anything."""
    if question.payload not in engine.payloads():
        raise UnknownWorkloadError(question.payload, engine.payloads())
    designs.check(question.axis, question.baseline, question.candidate, known=engine.rivals())
    require("method", question.method, engine.methods())
    require("build", question.build, engine.builds())
