"""Who can take part, and who would take the others along? Each contestant is tried alone, in a fork with a limit."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from lab import workloads
from lab.errors import DisagreementError, LabError
from lab.measure import foreign
from lab.measure.contestants import agree, alike, contestant, naming_refusals
from lab.measure.resident import FallenError, Resident
from lab.measure.settings import Settings
from lab.model import Case, Design

if TYPE_CHECKING:
    from lab.measure.plan import Plan
    from lab.measure.rows import Measured
    from lab.measure.runner import Job

_LONGER = 2
"""Times as long as in the company of others a contestant is tried alone, so that it falls alone too."""
_OFTEN = 1000


def hold(plan: Plan, job: Job, cell: Measured, *, hard: bool) -> bool:
    """Try everybody in ``cell``, take out who falls, and say whether anybody did.

    ``hard`` tries them for as long as they will be measured, to find out who ended a process that all shared.
    """
    asked = {"case": dataclasses.asdict(cell.case), "settings": dataclasses.asdict(plan.settings)}
    with job.worker(cell.case.build, here=foreign.stays(cell.case)) as worker:
        worker.ask({"do": "rehearse", "hard": hard, **asked})
        while (answer := worker.hear())["event"] == "progress":
            job.tell(cell.case.label)
    for label, why in answer["fallen"].items():
        cell.fall(label, why)
    cell.notes |= answer["notes"]
    return bool(answer["fallen"])


def rehearse(case: Case, settings: Settings, *, hard: bool, progress: Callable[[float], None]) -> dict[str, Any]:
    """``fallen``, why somebody cannot take part, and ``notes`` on the others, both by label."""
    fallen: dict[str, str] = {}
    notes: dict[str, list[str]] = {}
    expected = b""
    for place, design in enumerate(case.designs):
        progress(place / len(case.designs))
        patience = settings.limit + (_LONGER * (settings.warm + settings.budget) if hard else 0)
        with Resident(partial(_serve, case, design, settings, hard), patience=patience) as one:
            try:
                output, noted = one.ask("try")
            except FallenError as error:
                fallen[design.label] = _said(error)
                continue
        expected = expected or output
        if output != expected and (design.foreign or case.baseline.foreign):
            if not alike(expected, output):
                error = DisagreementError.between(case.baseline.label, design.label, expected, output)
                fallen[design.label] = _said(error)
                continue
            noted.append("form")
        notes[design.label] = noted
    return {"fallen": fallen, "notes": notes}


def _said(error: LabError) -> str:
    """What went wrong, without what it meant for a run that all of it would have ended."""
    return str(error).partition(" Nothing was measured")[0].rstrip(".")


def _serve(case: Case, design: Design, settings: Settings, hard: bool, hear: Callable, answer: Callable) -> None:
    hear()
    payload = workloads.get(case.workload)
    with naming_refusals(design, payload):
        with _heard() as printed:
            one = contestant(design, payload.build, case.method)
            # Our own designs are checked against the standard library by whoever measures them.
            output = agree([one], payload.build, case.method) if design.foreign else one.output()
        end = time.monotonic() + (_LONGER * (settings.warm + settings.budget) if hard else 0)
        calls = 0
        while calls < (_OFTEN if hard else 1) and time.monotonic() < end + settings.limit / 2:
            one.operation()
            calls += 1
        while time.monotonic() < end:
            one.operation()
        if one.output() != output:
            raise DisagreementError(f"{design.label} writes something else each time")
    answer((output, sorted({*one.notes, *(["prints"] if printed() else [])})))


@contextlib.contextmanager
def _heard() -> Iterator[Callable[[], bool]]:
    """Whether anything was written to stdout inside, also by code in C."""
    with tempfile.TemporaryFile() as file:
        before = os.dup(1)
        os.dup2(file.fileno(), 1)
        size = 0
        try:
            yield lambda: size > 0
        finally:
            sys.stdout.flush()
            size = os.fstat(file.fileno()).st_size
            os.dup2(before, 1)
            os.close(before)
