"""What does one design's call ask for, keep and hold at its peak? One answer for one contestant."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import encoder
from lab import workloads
from lab.measure.contestants import agree, contestant, naming_refusals
from lab.measure.meters import allocations, trees
from lab.measure.meters.captures import Operation
from lab.measure.meters.selections import selected, weighed
from lab.measure.settings import Settings
from lab.model import METRICS, Case, Design

Send = Callable[[Mapping[str, Any]], None]
_ATTEMPTS = 8


@dataclasses.dataclass
class _Record:
    """A class with fields, which encoders treat apart from JSON's own types."""

    number: int
    items: list[Any]


LITTLE = {
    "one of each": [1, 1.5, "x", "\u00e9\n", None, True, b"1", {"": []}, ()],
    "records": [_Record(1, [_Record(2, [])]), _Record(3, [])],
}
"""Enough to make every class of an encoder do something, and quickly."""


def measure(case: Case, design: Design, settings: Settings, *, folder: Path, send: Send) -> None:
    """Count ``design`` in this process, which must do nothing else afterwards, and send a ``counted`` answer.

    Bytes and blocks are per operation on the case's ``memory_workload``, the peak on its ``workload``.
    """
    payload = workloads.get(case.memory_workload)
    with naming_refusals(design, payload):
        one = contestant(design, payload.build, case.method)
        output = agree([one], payload.build, case.method)
    settle = contestant(design, lambda: LITTLE, "to_bytes").operation
    if design.foreign:
        settle = partial(_quietly, settle)
    counts = allocations.count(one.operation, settle=settle, folder=folder, repeats=settings.repeats)
    answer = {
        "event": "counted",
        "design": design.label,
        "output_bytes": len(output),
        "retained": 0 if design.foreign else encoder.retained(),
        "steady": _steady(counts.steady),
        "cold": _figures(counts.cold),
        "peak": counts.steady.peak,
        "repeats": counts.repeats,
        "others": counts.others,
        "profiles": [],
        "traces": [],
        "notes": sorted(one.notes),
        "tree_is_whole": True,
    }
    if case.pictured:
        answer |= _pictures(case, design, one.operation, counts.steady, folder=folder, size=len(output))
    if case.workload != case.memory_workload:
        # The scaled payload's objects would be alive in the full one's peak.
        del one, output, counts
        answer["peak"] = _full_peak(case, design, settle=settle, folder=folder)
    send(answer)


def _quietly(settle: Callable[[], Any]) -> None:
    """Others may know neither records nor bytes."""
    with contextlib.suppress(Exception):
        settle()


def _figures(operation: Operation) -> dict[str, int]:
    return {"bytes": operation.bytes, "blocks": operation.blocks}


def _steady(operation: Operation) -> dict[str, int]:
    return _figures(operation) | {name: weighed(operation, name) for name in ("temporary", "retained")}


def _full_peak(case: Case, design: Design, *, settle: Callable[[], Any], folder: Path) -> int:
    payload = workloads.get(case.workload)
    with naming_refusals(design, payload):
        one = contestant(design, payload.build, case.method)
        one.operation()
    return allocations.peak(one.operation, settle=settle, folder=folder)


def _pictures(
    case: Case, design: Design, operation: Callable[[], Any], steady: Operation, *, folder: Path, size: int
) -> dict[str, Any]:
    about = {"workload": case.memory_workload, "method": case.method, "build": case.build}
    native = encoder.build == "compiled" or design.foreign is not None
    # Where a rare call differs, as when something kept between calls grows, the next ones are like the rest.
    blocks = None
    for counted in (1, _ATTEMPTS):
        for traced in allocations.trace(operation, folder=folder, native=native, counted=counted):
            blocks = blocks or trees.attributed(steady, traced)
        if blocks:
            break
    trace = trees.live_trace(steady, design=design, about=about, result_bytes=size)
    answer: dict[str, Any] = {"traces": [dataclasses.asdict(trace)]}
    if blocks is None and steady.blocks:
        return answer | {"tree_is_whole": False}
    phases = encoder.phases()
    for metric in METRICS:
        shown = selected(steady, metric)
        part = [block for number, block in enumerate(blocks or ()) if number in shown]
        tree = trees.profile(part, metric=metric, phases=phases, design=design, about=about)
        answer.setdefault("profiles", []).append(dataclasses.asdict(tree))
    return answer
