"""What does ``python -m lab peers`` do? It asks the lab, shows the tables and writes the page."""

from __future__ import annotations

from pathlib import Path

import click

from lab import console, keeping
from lab.options import builds, common

PAGE = Path("report-peers.html")


@click.command()
@click.option("--case", "names", multiple=True, metavar="NAME", help="A case, or a pattern: 'int*'. Repeatable.")
@click.option("--peer", "labels", multiple=True, metavar="NAME", help="An encoder to compare with. Repeatable.")
@common("into", "quick", "build")
def peers(
    names: tuple[str, ...], labels: tuple[str, ...], into: Path | None, quick: bool, build: str | None
) -> None:
    """Measure the encoder against other encoders: time and memory, case by case.

    Tables here, a chart in report-peers.html. A peer that is not installed is told and left out.
    """
    from lab import among_peers

    chosen = builds(build, default="compiled")
    # Both are tried now: a wrong name or a full disk should not wait for minutes of measuring.
    plan = among_peers.plan_peers(names, peer=labels, build=chosen, quick=quick)
    keeping.probe(into, PAGE)
    console.tell(
        f"The encoder and {len(plan.peers)} peers on {len(plan.cases)} cases in {' and '.join(chosen)}"
        f"{', quick settings' if quick else ''}: about {plan.seconds:.0f} s."
    )
    with console.progress() as progress:
        found = among_peers.peers(names, peer=labels, build=chosen, quick=quick, progress=progress)
    measured = keeping.marked(found.run, build)
    keeping.show(measured)
    for remark in measured.remarks:
        console.tell(remark.text)
    console.show(f"{found.finding}.")
    with keeping.kept(measured):
        keeping.save(measured, into)
        keeping.draw(measured, PAGE)
