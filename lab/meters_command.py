"""What do ``python -m lab cpu`` and its neighbours do? They ask the lab what a call does, and show it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import click

from lab import console, designs, keeping
from lab.model import METHODS
from lab.options import builds, common, workload

PAGE = Path("report-meters.html")
_DESIGNS = (
    click.argument("payload", metavar="[WORKLOAD]", default="blob_1m"),
    click.option("--baseline", default="base64=copying", show_default=True, help="The design to compare with."),
    click.option("--candidate", default="base64=direct", show_default=True, help="The design in question."),
)


def _given(method: str, *options: str) -> Callable[[Any], Any]:
    """Gives a command a payload, two designs, a call, and those of the common options that it takes."""
    call = click.option("--method", type=click.Choice(METHODS), default=method, show_default=True, help="The call.")

    def give(command: Any) -> Any:
        for one in reversed((*_DESIGNS, call, common(*options))):
            command = one(command)
        return command

    return give


@click.command()
@_given("to_writer", "into", "build")
def cpu(**given: Any) -> None:
    """Count where two designs spend instructions in one call on WORKLOAD, by function.

    With callgrind, so nothing is sampled and every count repeats. The flame graphs are in report-meters.html.
    """
    _count("instructions", **given)


@click.command()
@_given("to_writer", "into", "build")
def copies(**given: Any) -> None:
    """Count the bytes that two designs move in one call on WORKLOAD, and who moves them."""
    _count("copied", **given)


@click.command()
@click.option("--threads", "counts", multiple=True, type=click.IntRange(min=1), help="Only so many. Repeatable.")
@_given("to_bytes", "into", "quick", "build")
def threads(counts: tuple[int, ...], quick: bool, **given: Any) -> None:
    """Measure two designs on WORKLOAD in 1, 2, 4 and 8 threads: throughput, bytes of each, the peak of all."""
    from lab import meters

    asked = {"quick": quick, **({"counts": counts} if counts else {})}
    _measure(meters.threads, meters.plan_threads, **asked, **given)


def _count(meter: Any, **given: Any) -> None:
    from lab import meters
    from lab.measure.instrumented import Instrumented

    measure = meters.cpu if meter == "instructions" else meters.copies
    _measure(measure, partial(meters.plan, (meter,)), require=Instrumented.require, **given)


def _measure(
    measure: Callable[..., Any],
    plan: Callable[..., Any],
    *,
    require: Callable[[], None] = lambda: None,
    payload: str,
    baseline: str,
    candidate: str,
    into: Path | None,
    build: str | None,
    **options: Any,
) -> None:
    asked = {"baseline": designs.parse(baseline), "candidate": designs.parse(candidate), **options}
    name = workload(payload)
    chosen = builds(build, default="compiled")
    seconds = sum(plan(name, build=one, **asked).seconds for one in chosen)
    require()
    keeping.probe(into, PAGE)
    console.tell(f"{candidate} against {baseline} on {payload}, {options['method']}: about {seconds:.0f} s.")
    found = []
    for one in chosen:
        with console.progress() as progress:
            found.append(measure(name, build=one, progress=progress, **asked))
    measured = keeping.marked(keeping.joined([one.run for one in found]), build)
    keeping.show(measured)
    for remark in measured.remarks:
        console.tell(remark.text)
    for one in found:
        console.show(one.finding)
    with keeping.kept(measured):
        keeping.save(measured, into)
        keeping.draw(measured, PAGE)


COMMANDS = (copies, cpu, threads)
