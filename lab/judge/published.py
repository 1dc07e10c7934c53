"""What did the source systems publish, how sure can one be of it, and does this machine agree?

Every pair of cells in data/published.json gets its sample size back, an interval for the ratio of its means
and one of the four verdicts; a run's rows stand beside it. Agreement is judged in direction and size class
only: Python does not reproduce another runtime's nanoseconds.
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from lab import places
from lab.errors import DataError
from lab.judge.verdicts import verdict
from lab.judge.welch import Moments, ratio_interval, recover_samples
from lab.model import MARGIN, Method, Row, Verdict

Agreement = Literal["agrees", "direction only", "differs", "undecided", "not measured"]
SizeClass = Literal["none", "slight", "clear", "large"]

_WORKLOADS = {
    "int": "int",
    "LoginViewModel": "login",
    "Dictionary<string,string>[100]": "dictionary_100",
    "BinaryData": "binary_1k",
    "Canada": "canada",
    "Twitter": "twitter",
}
_MODES = {"Reflection": "reflection", "SourceGen": "generated"}
_METHODS: dict[str, Method] = {
    "SerializeToString": "to_str",
    "SerializeToUtf8Bytes": "to_bytes",
    "SerializeToWriter": "to_writer",
    "SerializeToStream": "to_stream",
    "SerializeObjectProperty": "as_property",
    "encodeToJSON": "to_bytes",
}
_DESIGNS = {
    "dotnet/runtime#73338": ("writer", "fresh", "cached"),
    "dotnet/runtime#97687": ("base64", "copying", "direct"),
    "swiftlang/swift-foundation#1006": ("tree", "reference", "value"),
}


@dataclass(frozen=True, kw_only=True)
class Figure:
    """One published cell: a mean with its spread, or a rate; and the bytes of one operation."""

    variant: str
    mean_ns: float
    """From the rate where only operations per second were published."""
    error_ns: float | None
    stddev_ns: float | None
    samples: int | None
    """Recovered, not printed: see `lab.judge.welch.recover_samples`."""
    low_ns: float | None
    high_ns: float | None
    """The mean's 95 % interval."""
    alloc_bytes: int | None
    printed_ratio: float | None
    """A mean of ratios in BenchmarkDotNet, so it may differ from the ratio of the means."""
    printed_alloc_ratio: float | None
    printed_verdict: str | None

    @property
    def moments(self) -> Moments | None:
        """What Welch's test needs, or None where no spread was published."""
        if self.samples is None or self.stddev_ns is None:
            return None
        return Moments(mean=self.mean_ns, stddev=self.stddev_ns, samples=self.samples)


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """A published pair: the same cell before and after a change, times as after over before."""

    seed: str
    payload: str
    method: str
    mode: str | None
    before: Figure
    after: Figure
    ratio: float
    low: float | None
    high: float | None
    """90 % interval of the ratio of means, so that each side is a one-sided test at 5 %."""
    verdict: Verdict | None
    """None where no spread was published."""
    bytes_ratio: float | None
    bytes_saved: int | None
    environment: str

    @property
    def counterpart(self) -> tuple[str, str, Method, str, str] | None:
        """Experiment, workload, method, baseline and candidate of the lab's own cell for this one."""
        if self.before.variant != "before":
            return None
        experiment, baseline, candidate = _DESIGNS[self.seed]
        return experiment, _WORKLOADS[self.payload], _METHODS[self.method], baseline, candidate


@dataclass(frozen=True, kw_only=True)
class Beside:
    """A published pair and the lab's row for the same question."""

    published: Comparison
    measured: Row | None
    time: Agreement
    bytes: Agreement


def comparisons(path: Path | None = None) -> tuple[Comparison, ...]:
    """Every published pair of ``path`` (default: the repository's file), in its order.

    Raises ``DataError`` for a missing or foreign file.
    """
    path = path or places.folder("data") / "published.json"
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        cells: dict[tuple, dict[str, dict]] = {}
        for row in rows:
            # Swift's "mode" names the toolchain of each variant, so it does not tell pairs apart.
            mode = row["mode"] if row["seed"].startswith("dotnet/") else None
            key = (row["seed"], row["payload"], row["method"], mode)
            cells.setdefault(key, {})[row["variant"]] = row
        if not cells:
            raise ValueError("it has no cells")
        return tuple(
            _compare(key, before=variants[name], after=variants["after"])
            for key, variants in cells.items()
            for name in variants
            if name != "after"
        )
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise DataError(f"{path} cannot be read as published figures: {error!r}.") from error


def beside(rows: Iterable[Row], *, build: str = "compiled", path: Path | None = None) -> tuple[Beside, ...]:
    """Every published pair with the row of ``build`` that asks the same question, or None.

    A pair that was published for one way to find the fields of a class has a row of that way only.
    """
    ours: dict[tuple, list[Row]] = {}
    for row in rows:
        if row.build == build:
            key = (row.experiment, row.workload, row.method, row.baseline, row.candidate)
            ours.setdefault(key, []).append(row)

    def measured(pair: Comparison) -> Row | None:
        mode = _MODES.get(pair.mode)
        return next((row for row in ours.get(pair.counterpart, ()) if mode in (None, row.mode)), None)

    return tuple(_beside(pair, measured(pair)) for pair in comparisons(path))


def size_class(ratio: float, *, margin: float = MARGIN) -> SizeClass:
    """How large an effect is, either way: none up to ``margin``, slight to 10 %, clear to 30 %, or large."""
    distance = abs(math.log(ratio)) if ratio > 0 else math.inf
    for name, bound in (("none", 1 + margin), ("slight", 1.10), ("clear", 1.30)):
        if distance <= math.log(bound):
            return name
    return "large"


def agreement(ours: float, theirs: float, *, margin: float = MARGIN) -> Agreement:
    """Whether two ratios point the same way, and then whether they are of one size class."""
    sizes = {size_class(ours, margin=margin), size_class(theirs, margin=margin)}
    if sizes == {"none"}:
        return "agrees"
    if "none" in sizes or (ours < 1) != (theirs < 1):
        return "differs"
    return "agrees" if len(sizes) == 1 else "direction only"


def _beside(pair: Comparison, row: Row | None) -> Beside:
    time: Agreement = "not measured"
    if row is not None and row.time is not None:
        undecided = "Inconclusive" in (pair.verdict, row.verdict)
        time = "undecided" if undecided else agreement(row.time.ratio, pair.ratio)
    ours = None if row is None or row.bytes is None else _bytes_ratio(row.bytes.baseline, row.bytes.candidate)
    known = ours is not None and pair.bytes_ratio is not None
    # Bytes are exact: the smallest saving is one, where the same share of time would be noise.
    memory: Agreement = agreement(ours, pair.bytes_ratio, margin=0) if known else "not measured"
    return Beside(published=pair, measured=row, time=time, bytes=memory)


def _compare(key: tuple, *, before: Mapping[str, Any], after: Mapping[str, Any]) -> Comparison:
    seed, payload, method, mode = key
    left, right = _figure(before), _figure(after)
    known = left.moments is not None and right.moments is not None
    low, high = ratio_interval(left.moments, right.moments) if known else (None, None)
    counted = left.alloc_bytes is not None and right.alloc_bytes is not None
    return Comparison(
        seed=seed,
        payload=payload,
        method=method,
        mode=mode,
        before=left,
        after=right,
        ratio=right.mean_ns / left.mean_ns,
        low=low,
        high=high,
        verdict=None if low is None or high is None else verdict(low, high, margin=MARGIN),
        bytes_ratio=_bytes_ratio(left.alloc_bytes, right.alloc_bytes),
        bytes_saved=left.alloc_bytes - right.alloc_bytes if counted else None,
        environment=after["environment"],
    )


def _bytes_ratio(before: float | None, after: float | None) -> float | None:
    if before is None or after is None:
        return None
    # Nothing before and nothing after is no change, though it has no quotient.
    return 1.0 if before == after else after / before if before else None


def _figure(row: Mapping[str, Any]) -> Figure:
    mean, error, stddev = row["mean_ns"], row["error_ns"], row["stddev_ns"]
    figure = Figure(
        variant=row["variant"],
        mean_ns=1e9 / row["iters_per_s"] if mean is None else mean,
        error_ns=error,
        stddev_ns=stddev,
        samples=recover_samples(error=error, stddev=stddev) if error and stddev else None,
        low_ns=None,
        high_ns=None,
        alloc_bytes=row["alloc_bytes"],
        printed_ratio=row["ratio"],
        printed_alloc_ratio=row["alloc_ratio"],
        printed_verdict=row.get("mann_whitney_3pct"),
    )
    if figure.moments is None:
        return figure
    reach = figure.moments.reach(0.95)
    return dataclasses.replace(figure, low_ns=mean - reach, high_ns=mean + reach)
