"""What nouns does the lab speak in? Frozen data that travels to a worker, into a file and back.

Those of a question are in `lab.asked` and can be had here too; those of its answer follow.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from lab.asked import BUILDS as BUILDS
from lab.asked import METHODS as METHODS
from lab.asked import Build, Method
from lab.asked import Case as Case
from lab.asked import Design as Design
from lab.asked import Experiment as Experiment
from lab.asked import Foreign as Foreign
from lab.counts import Copies, Threads

SCHEMA = "encoder-lab/2"
"""2 added a collector's runs, copies, threads, and merged runs; files of 1 still load."""

Verdict = Literal["Faster", "Slower", "Equivalent", "Inconclusive"]
Origin = Literal["real", "look-alike", "generated"]
Metric = Literal["allocated", "peak", "temporary", "retained", "instructions", "copied"]
"""What a flame graph shows: every block that a call asks for, those alive when most bytes are, those freed after at
most one other was asked for, those that are there when the call has returned; instructions, and bytes moved."""
METRICS: tuple[Metric, ...] = ("allocated", "peak", "temporary", "retained")  # of memory, counted together
MARGIN = 0.03
"""Ratios within 3 % of one count as equal: BenchmarkDotNet's threshold in the published tables."""


@dataclass(frozen=True, kw_only=True)
class Remark:
    """Something a reader must know before believing a number. ``code`` is stable, ``text`` is for people."""

    code: str
    text: str
    severity: Literal["info", "warning"] = "info"


@dataclass(frozen=True, kw_only=True)
class Pair:
    """The same quantity under both designs; ``ratio`` is candidate over baseline (None if baseline is 0)."""

    baseline: float
    candidate: float
    ratio: float | None


@dataclass(frozen=True, kw_only=True)
class TimeRatio:
    """Candidate time over baseline time: median of paired ratios with its 95 % interval, over ``groups`` if any."""
    ratio: float
    low: float
    high: float
    min_ratio: float
    """Ratio of the two fastest samples: the noise-free twin of ``ratio``; a large gap is worth a remark."""
    baseline_ns: float
    """Median nanoseconds per operation."""
    candidate_ns: float
    pairs: int
    groups: tuple[int, ...] = ()
    """How many of the pairs, in order, come from each set of processes or objects; empty where all are of one."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One measured cell: one line of every table. Memory is per operation, exact, in bytes and blocks."""

    experiment: str
    workload: str
    method: Method
    mode: str
    """``generated`` or ``reflection``: how the fields of a class are found. Among peers ``repeated`` or ``first``:
    whether the same value is encoded again and again, or each value once."""
    build: Build
    baseline: str
    candidate: str
    output_bytes: int
    origin: Origin
    memory_workload: str
    """The payload that memory was counted on: a scaled one where the full one makes too many blocks."""
    time: TimeRatio | None
    bytes: Pair | None
    """Allocated per operation in the steady state."""
    blocks: Pair | None
    peak: Pair | None
    """Most bytes alive at once during one operation, above those before it; always on ``workload``."""
    steady: Mapping[str, Pair]
    """``{"bytes": ..., "blocks": ...}`` with free lists warm; the headline. Of designs also the bytes of the blocks
    that are ``temporary`` and ``retained`` (see `Metric`); among peers ``kept``, what the result holds on to, and
    ``left``, what the first call leaves on the caller's objects."""
    cold: Mapping[str, Pair]
    """The same right after a collection emptied CPython's free lists."""
    samples: Mapping[str, tuple[float, ...]]
    """``{"baseline": ..., "candidate": ...}`` nanoseconds per operation, paired by position."""
    verdict: Verdict | None
    remarks: tuple[Remark, ...] = ()
    gc: bool = False
    """Whether CPython's cyclic collector was on inside the samples."""
    collections: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    """``{"baseline": ..., "candidate": ...}`` runs of that collector's generations 0, 1 and 2 per 1000 operations on
    ``memory_workload``. They are counted with the collector on, in a pass of their own."""
    run: str = ""
    """Of a merged run: the ``run_id`` of the `Source` that this is from; so in trees, traces and curves."""
    work: Pair | None = None
    """Instructions of one operation on ``memory_workload``; in the interpreted build bytecodes."""
    first: Mapping[str, float] = field(default_factory=dict)
    """``{"baseline": ..., "candidate": ...}`` nanoseconds of a first call, which is in no other figure."""
    failure: str = ""
    """Why something in this row is missing, in words; empty where it is whole."""

    @property
    def status(self) -> Literal["whole", "failed"]:
        """Whether everything was measured that was asked for."""
        return "failed" if self.failure else "whole"

    @property
    def key(self) -> tuple[str, ...]:
        """What makes this row the same cell in another run."""
        return (self.experiment, self.workload, self.method, self.build, self.baseline, self.candidate)


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A call tree of one design, as columns; node 0 is the root, parents come before children.

    ``bytes`` and ``blocks`` are *self* values of a node per operation, so that their sums equal the table's figures;
    with the metric ``instructions`` they are instructions and calls, with ``copied`` bytes moved and copies made.
    ``name`` and ``phase`` index ``names`` and ``phases``. The root is named ``call``, as is what is in no phase.
    """

    workload: str
    method: Literal[Method, "call"]
    """``call`` where it is of a callable of the user's, which ``design`` then names; its ``workload`` is empty."""
    build: Build
    design: str
    metric: Metric
    names: tuple[str, ...]
    places: tuple[str, ...]
    """``file:line`` of each name, or an empty string."""
    phases: tuple[str, ...]
    name: tuple[int, ...]
    parent: tuple[int, ...]
    phase: tuple[int, ...]
    bytes: tuple[int, ...]
    blocks: tuple[int, ...]
    run: str = ""


@dataclass(frozen=True, kw_only=True)
class Allocations:
    """What one call of a callable does with memory, in bytes if not said otherwise; `Metric` has the terms.

    ``allocated``, ``blocks``, ``temporary`` and ``peak`` are those of the usual call of ``repeats`` steady ones, and of
    the calling thread alone.
    """

    label: str
    allocated: int
    blocks: int
    peak: int
    temporary: int
    retained: int
    """There after the call has returned and a collection has run: in its result, or kept somewhere."""
    cold: Mapping[str, int]
    """``bytes`` and ``blocks`` of a call right after a collection emptied CPython's free lists."""
    elsewhere: Mapping[str, int]
    """``bytes`` and ``blocks`` that other threads asked for during the call."""
    repeats: int
    profiles: tuple[Profile, ...] = ()
    """Its call tree by each metric, or none where the calls differ so much that no tree adds up."""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Trace:
    """Live bytes of one operation over its allocation events (no clock: exact and repeatable).

    ``event`` and ``live`` are equally long; thinned to a few thousand points that keep every extreme.
    """

    workload: str
    method: Method
    build: Build
    design: str
    event: tuple[int, ...]
    live: tuple[int, ...]
    events: int
    result_bytes: int
    run: str = ""


@dataclass(frozen=True, kw_only=True)
class Curve:
    """How allocation per call grows with the result: one design over payloads of rising size."""

    experiment: str
    method: Method
    build: Build
    design: str
    result_bytes: tuple[int, ...]
    bytes: tuple[int, ...]
    retained: int
    """Bytes the design keeps on the thread after a call."""
    run: str = ""


@dataclass(frozen=True, kw_only=True)
class Source:
    """What a run says of itself beside its measurements: all that a merged run keeps of each of its parts."""

    run_id: str
    recorded: str
    """When, as ISO 8601 with an offset."""
    quick: bool
    environment: Mapping[str, Any]
    seeds: Mapping[str, int]
    remarks: tuple[Remark, ...] = ()
    summary: Mapping[str, Any] = field(default_factory=dict)
    """Of a run among peers: ``geometric_mean``, ``above``, ``cases`` and what they rest on; else empty."""


@dataclass(frozen=True, kw_only=True)
class Run(Source):
    """All that one run of the lab found out, and where: what is saved, loaded, replayed and drawn."""

    rows: tuple[Row, ...] = ()
    profiles: tuple[Profile, ...] = ()
    traces: tuple[Trace, ...] = ()
    curves: tuple[Curve, ...] = ()
    copies: tuple[Copies, ...] = ()
    threads: tuple[Threads, ...] = ()
    replayed: bool = False
    """True when read back from a file, so that every picture can say so."""
    sources: tuple[Source, ...] = ()
    """The runs that it was merged from; ``environment`` and ``seeds`` are then what all of them share."""

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def to_json(self) -> dict[str, Any]:
        """This run as plain JSON values under the schema `SCHEMA`."""
        plain = dataclasses.asdict(self)
        del plain["replayed"]
        return {"schema": SCHEMA, **plain}
