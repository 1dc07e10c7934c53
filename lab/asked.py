"""What can be asked for? Experiments, their cells, and who takes part in them: the nouns of a question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Build = Literal["compiled", "interpreted"]
Method = Literal["to_bytes", "to_str", "to_writer", "to_stream", "as_property"]
BUILDS: tuple[Build, ...] = ("compiled", "interpreted")
METHODS: tuple[Method, ...] = ("to_bytes", "to_str", "to_writer", "to_stream", "as_property")


@dataclass(frozen=True, kw_only=True)
class Foreign:
    """A function that is no recipe of the encoder, and ``place``, by which `lab.measure.foreign` finds it."""

    place: str
    stayed: str = ""
    """Why it could not be pickled; then it is measured in forks of this process."""


@dataclass(frozen=True, kw_only=True)
class Design:
    """One contestant: a recipe of the encoder, named by the axes in which it departs from a preset; or a function."""

    label: str
    axes: Mapping[str, str] = field(default_factory=dict)
    preset: str = "FAST"
    calls: int = 1
    """How many encodings are one operation: 21 of them against 20 are 5 % more of the same work."""
    foreign: Foreign | None = None


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """One question put to the encoder: an axis to vary, the payloads and the calls to vary it on."""

    name: str
    question: str
    source: str
    """The change in another ecosystem that it rebuilds, such as ``dotnet/runtime#73338``."""
    baseline: Design
    candidates: tuple[Design, ...]
    workloads: tuple[str, ...]
    methods: tuple[Method, ...] = ("to_bytes",)
    quick: tuple[tuple[str, Method], ...] = ()
    """The (payload, call) cells that quick settings keep; empty keeps all of them."""
    showcase: tuple[str, ...] = ()
    """Payloads whose flame graphs and live traces are kept, through the first method."""
    curve: tuple[str, ...] = ()
    """Further payloads, counted in full and not timed, that fill the growth curve up to large results."""
    curve_designs: tuple[Design, ...] = ()
    """Further designs that are drawn in the growth curve only."""


@dataclass(frozen=True, kw_only=True)
class Case:
    """One cell to measure: designs on one payload through one call in one build; a row for each candidate."""

    experiment: str
    workload: str
    memory_workload: str
    """What bytes and blocks are counted on: the payload's scaled twin where it has one."""
    method: Method
    build: Build
    baseline: Design
    candidates: tuple[Design, ...]
    timed: bool = True
    counted: bool = True
    worked: bool = False
    pictured: bool = False
    """Whether call trees and live traces are wanted too; ``counted`` is of memory, ``worked`` of work."""
    gc: bool = False
    """Whether CPython's cyclic collector stays on inside timed samples. It never does where memory is counted."""

    @property
    def designs(self) -> tuple[Design, ...]:
        """Everyone who takes part, the baseline first."""
        return (self.baseline, *self.candidates)

    @property
    def label(self) -> str:
        """One line for a progress bar."""
        on = ", collector on" if self.gc else ""
        return f"{self.experiment}: {self.workload}, {self.method}, {self.build}{on}"
