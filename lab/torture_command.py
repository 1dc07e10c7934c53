"""What does ``python -m lab torture`` do? It tries every case in every encoder and shows who survives."""

from __future__ import annotations

from pathlib import Path

import click

from lab import console, keeping
from lab.errors import LabError
from lab.options import builds, common

PAGE = Path("report-torture.html")


@click.command()
@click.option("--case", "names", multiple=True, metavar="NAME", help="A case, a family, or a pattern. Repeatable.")
@click.option("--peer", "labels", multiple=True, metavar="NAME", help="Another encoder to try. Repeatable.")
@common("into", "quick", "build")
def torture(names: tuple[str, ...], labels: tuple[str, ...], into: Path | None, quick: bool, build: str | None) -> None:
    """Give every encoder the values that crash encoders, each in a process of its own.

    Values a million levels deep, values that contain themselves, hooks that change what is being written. The table
    here and the page report-torture.html say who survives. Ends with status 1 where this encoder does not.
    """
    from lab.show import torture as show
    from lab.torture import run

    chosen = builds(build, default="both")
    keeping.probe(into, PAGE)
    with console.progress() as progress:
        found = run.torture(names, peer=labels, build=chosen, quick=quick, progress=progress)
    console.show(show.Table(found))
    console.show(f"{found.finding}.")
    if into is not None:
        found.save(into)
        console.tell(f"Wrote {into}.")
    show.write(found, PAGE)
    console.tell(f"Wrote {PAGE}: the same, with what each case is.")
    if found.broken:
        raise LabError("The encoder did not do what it promises: see above. Please report it.")
