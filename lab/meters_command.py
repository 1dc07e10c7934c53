"""What do ``python -m lab cpu`` and its neighbours do? They ask the lab what a call does, and show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from lab import console, designs, keeping
from lab.model import METHODS
from lab.options import builds, common, workload

PAGE = Path("report-meters.html")
_ARGUMENTS = (
    click.argument("payload", metavar="[WORKLOAD]", default="blob_1m"),
    click.option("--baseline", default="base64=copying", show_default=True, help="The design to compare with."),
    click.option("--candidate", default="base64=direct", show_default=True, help="The design in question."),
    click.option("--method", type=click.Choice(METHODS), default="to_writer", show_default=True, help="The call."),
    common("into", "build"),
)


def _given(command: Any) -> Any:
    for give in reversed(_ARGUMENTS):
        command = give(command)
    return command


@click.command()
@_given
def cpu(**given: Any) -> None:
    """Count where two designs spend instructions in one call on WORKLOAD, by function.

    With callgrind, so nothing is sampled and every count repeats. The flame graphs are in report-meters.html.
    """
    _count("instructions", **given)


@click.command()
@_given
def copies(**given: Any) -> None:
    """Count the bytes that two designs move in one call on WORKLOAD, and who moves them."""
    _count("copied", **given)


def _count(
    meter: Any, *, payload: str, baseline: str, candidate: str, method: Any, into: Path | None, build: str | None
) -> None:
    from lab import meters
    from lab.measure.instrumented import Instrumented

    asked = {"baseline": designs.parse(baseline), "candidate": designs.parse(candidate), "method": method}
    name = workload(payload)
    chosen = builds(build, default="compiled")
    plans = [meters.plan((meter,), name, build=one, **asked) for one in chosen]
    Instrumented.require()
    keeping.probe(into, PAGE)
    console.tell(f"{candidate} against {baseline} on {payload}, {method}: about {sum(p.seconds for p in plans):.0f} s.")
    found = []
    for one in chosen:
        measure = meters.cpu if meter == "instructions" else meters.copies
        with console.progress() as progress:
            found.append(measure(name, build=one, progress=progress, **asked))
    measured = keeping.marked(keeping.joined([one.run for one in found]), build)
    keeping.show(measured)
    for one in found:
        console.show(one.finding)
    with keeping.kept(measured):
        keeping.save(measured, into)
        keeping.draw(measured, PAGE)


COMMANDS = (copies, cpu)
