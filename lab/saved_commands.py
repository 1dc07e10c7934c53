"""Which commands take runs that were saved: to draw, to export, to merge them? They measure nothing."""

from __future__ import annotations

from pathlib import Path

import click

from lab import console, keeping, merging, saved
from lab.judge.printed import Era
from lab.options import FILE, common

_FORMATS = ("md", "csv", "json", "speedscope", "all")
_FOLDER = click.Path(file_okay=False, path_type=Path)
_OUT = click.option("--out", type=FILE, help="Where to write the page.  [default: report-<run id>.html]")


@click.command()
@click.argument("file", type=FILE)
@_OUT
@common("into", "printed")
def replay(file: Path, out: Path | None, into: Path | None, printed: Era | None) -> None:
    """Draw a recorded run again: its tables here, its pictures as one HTML page. Measures nothing."""
    from lab.show import pages
    from lab.show.sentences import recorded

    measured = saved.load(file)
    console.tell(recorded(measured))
    keeping.show(measured, printed=printed)
    keeping.save(measured, into)
    keeping.draw(measured, out or pages.own(measured))


@click.command()
@click.argument("file", type=FILE)
@_OUT
@common("into")
def report(file: Path, out: Path | None, into: Path | None) -> None:
    """Write the pictures of the run in FILE as one HTML page."""
    from lab.show import pages

    measured = saved.load(file)
    keeping.save(measured, into)
    keeping.draw(measured, out or pages.own(measured))


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--format", "form", type=click.Choice(_FORMATS), default="all", show_default=True, help="What to write."
)
@click.option("--out", "folder", type=_FOLDER, default=Path(), help="The folder to write into.  [default: this one]")
@common("into")
def export(file: Path, form: str, folder: Path, into: Path | None) -> None:
    """Write the run in FILE as Markdown, CSV, JSON, and a speedscope file for each call tree.

    The files are called by the run's id.
    """
    from lab.show import exports

    measured = saved.load(file)
    keeping.save(measured, into)
    wanted = [name for name in exports.FORMATS if form in (name, "all")]
    written = exports.write(measured, folder, wanted)
    trees = [place for place in written if place.name.endswith(".speedscope.json")]
    named = [str(place) for place in written if place not in trees]
    named += [f"{len(trees)} speedscope files in {folder}"] if len(trees) > 1 else map(str, trees)
    console.tell(f"Wrote {', '.join(named)}.")


@click.command()
@click.argument("files", nargs=-1, required=True, type=FILE, metavar="FILE FILE...")
@click.option("--out", "--json", "into", type=FILE, required=True, metavar="FILE", help="The merged run.")
@click.option("--quick", is_flag=True, envvar="LAB_QUICK", help="Do not print the tables.")
def merge(files: tuple[Path, ...], into: Path, quick: bool) -> None:
    """Put the runs in FILE FILE... into one file, each row with the run and the machine it is from.

    Nothing is averaged: a cell of two runs has two rows.
    """
    merged = merging.merge(map(saved.load, files))
    keeping.save(merged, into)
    if not quick:
        keeping.show(merged)


COMMANDS = (replay, report, export, merge)
