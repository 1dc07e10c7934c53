"""How does one ask the lab how far its verdicts can be trusted on this machine?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import cycle, islice

from lab import workloads
from lab.errors import DesignError, WorkerError, require
from lab.judge.noise import Outcome, outcome
from lab.measure import runner
from lab.measure.executors import Live
from lab.measure.load import busy
from lab.measure.plan import Plan
from lab.measure.runner import Executor, Listener
from lab.measure.settings import settings
from lab.model import BUILDS, MARGIN, Build, Case, Design

REPEATS = 200
WORKLOADS = ("int", "login", "location", "dictionary_100", "binary_1k", "index", "int_array", "twitter_10")
"""One after the other: a number, records, strings, bytes, a list, a whole document."""


def aa(
    repeats: int = REPEATS,
    *,
    build: Build = "compiled",
    inject: float = 0.0,
    load: int = 0,
    workload: str | Sequence[str] = WORKLOADS,
    quick: bool | None = None,
    margin: float = MARGIN,
    executor: Executor | None = None,
    progress: Listener | None = None,
) -> Outcome:
    """Compare a design with itself, ``repeats`` times, each just as `lab.compare` would.

    With ``inject`` the candidate does that share of the same work once more: 0.05 encodes 21 times where the
    baseline encodes 20 times. ``load`` processes keep the machine busy meanwhile. Raises ``LabError``s.
    """
    plan = plan_aa(repeats, build=build, inject=inject, workload=workload, quick=quick, margin=margin)
    with busy(load):
        run = runner.run(plan, executor or Live(), progress=progress)
    found = outcome(run.rows, build=build, margin=margin, inject=inject)
    if found.repeats < repeats:
        why = "; ".join(dict.fromkeys(one.text for row in run.rows for one in row.remarks if one.code == "failed"))
        raise WorkerError(f"{repeats - found.repeats} of {repeats} comparisons could not be made. {why}")
    return found


def plan_aa(
    repeats: int = REPEATS,
    *,
    build: Build = "compiled",
    inject: float = 0.0,
    workload: str | Sequence[str] = WORKLOADS,
    quick: bool | None = None,
    margin: float = MARGIN,
) -> Plan:
    """What `aa` would measure."""
    require("build", build, BUILDS)
    baseline, candidate = _designs(inject)
    names = [workload] if isinstance(workload, str) else list(workload)
    payloads = [workloads.get(name) for name in names]
    cases = tuple(
        Case(
            # Each is an experiment of its own, since each is judged by itself.
            experiment=f"aa {number}",
            workload=payload.name,
            memory_workload=payload.name,
            method="to_bytes",
            build=build,
            baseline=baseline,
            candidates=(candidate,),
            counted=False,
            # That the slowdown is there is counted once; no clock could tell.
            worked=bool(inject) and number == 1,
        )
        for number, payload in enumerate(islice(cycle(payloads), repeats), 1)
    )
    return Plan(cases=cases, settings=settings(quick), margin=margin)


def _designs(inject: float) -> tuple[Design, Design]:
    if not 0 <= inject <= 1:
        raise DesignError(f"A slowdown of {inject:.0%} cannot be put in: from 0 % to 100 %.")
    more = Fraction(inject).limit_denominator(100)
    calls = more.denominator if more else 1
    label = f"{float(more):.0%} more work" if more else "FAST again"
    return Design(label="FAST", calls=calls), Design(label=label, calls=calls + more.numerator)
