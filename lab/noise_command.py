"""What does ``python -m lab aa`` do? It asks the lab how far to trust it here, and says so in one sentence."""

from __future__ import annotations

import time
from pathlib import Path

import click

from lab import console, keeping
from lab.errors import DiskError
from lab.judge.noise import Outcome
from lab.options import builds, common, workload, write


@click.command()
@click.option("--repeats", type=click.IntRange(min=1), default=200, show_default=True, help="How many comparisons.")
@click.option("--load", type=click.IntRange(min=0), default=0, help="Keep so many processes busy meanwhile.")
@click.option("--inject", type=click.FloatRange(0, 100), default=0, metavar="PERCENT", help="Slow the candidate down.")
@click.option("--workload", "names", multiple=True, metavar="WORKLOAD", help="Compare on this payload. Repeatable.")
@common("into", "quick", "build")
def aa(
    repeats: int,
    load: int,
    inject: float,
    names: tuple[str, ...],
    into: Path | None,
    quick: bool,
    build: str | None,
) -> None:
    """Compare a design with itself: how often is the lab wrong on this machine, and how small a difference shows?

    Ends with status 0 where at most 1 % of the verdicts are Faster or Slower, else 1. With --inject the candidate
    does so many percent more work: status 0 where 80 % are Slower and none is Equivalent or Faster.
    """
    from lab import noise
    from lab.show import noise as show

    chosen = builds(build, default="compiled")
    given = {"inject": inject / 100, "quick": quick}
    if names:
        given["workload"] = [workload(name) for name in names]
    # A wrong name or a full disk should not wait for minutes of measuring.
    plans = [noise.plan_aa(repeats, build=one, **given) for one in chosen]
    keeping.probe(into)
    console.tell(show.plan(plans, load=load))
    found = []
    for one in chosen:
        start = time.monotonic()
        with console.progress() as progress:
            outcome = noise.aa(repeats, build=one, load=load, progress=progress, **given)
        found.append(outcome)
        console.show(show.finding(outcome, seconds=time.monotonic() - start, load=load))
        _keep(outcome, quick=quick, load=load)
    write(into, show.told(found))
    return 0 if all(outcome.passed for outcome in found) else 1


def _keep(outcome: Outcome, *, quick: bool, load: int) -> None:
    """Keep the floor for later runs; where the disk refuses, that is told and the outcome stands."""
    from lab.measure import floors

    try:
        kept = floors.keep(outcome, quick=quick, load=load)
    except DiskError as error:
        console.tell(f"The noise floor is not kept. {error}")
        return
    if kept:
        console.tell("The noise floor is kept: a run in this build gives no verdict on less.")
