"""How is a finished run shown, kept and drawn, also where the disk has other plans?"""

from __future__ import annotations

import contextlib
import dataclasses
import tempfile
from collections.abc import Iterator
from pathlib import Path

from lab import console, disk, saved
from lab.errors import DiskError, LabError
from lab.judge.printed import Era
from lab.model import Remark, Run
from lab.options import uncompiled


def joined(runs: list[Run]) -> Run:
    """Runs of one question in several builds as one run, with everything that each found."""
    parts = ("rows", "profiles", "traces", "curves", "copies", "threads")
    joined = {part: tuple(one for run in runs for one in getattr(run, part)) for part in parts}
    joined["remarks"] = tuple(dict.fromkeys(remark for run in runs for remark in run.remarks))
    builds = {name: report for run in runs for name, report in run.environment.get("builds", {}).items()}
    return dataclasses.replace(runs[0], environment=dict(runs[0].environment) | {"builds": builds}, **joined)


def marked(measured: Run, asked: str | None) -> Run:
    """``measured`` with a remark where nobody ``asked`` for a build and only the interpreted one could be had."""
    why = uncompiled() if asked is None else ""
    if not why:
        return measured
    # The page and the file travel, and their reader did not see what was told here.
    remark = Remark(code="uncompiled", text=why, severity="warning")
    return dataclasses.replace(measured, remarks=(remark, *measured.remarks))


def demand_whole(measured: Run) -> None:
    """Raise ``LabError`` where the run says that something in it is missing."""
    if missing := [remark.text for remark in measured.remarks if remark.code == "incomplete"]:
        raise LabError(" ".join(missing))


def probe(*places: Path | None) -> None:
    """Raise ``DiskError`` now for a file that could not be written after minutes of measuring."""
    for place in filter(None, places):
        disk.probe(place)


@contextlib.contextmanager
def kept(measured: Run) -> Iterator[None]:
    """Where writing fails after all, save what was measured into a temporary folder, and tell where."""
    try:
        yield
    except (DiskError, OSError) as error:
        if measured.replayed:
            raise
        try:
            refuge = saved.save(measured, Path(tempfile.mkdtemp(prefix="encoder-lab-"), "run.json"))
        except (DiskError, OSError):
            raise error from None
        raise DiskError(f"{error} The run is kept in {refuge}: python -m lab replay {refuge}") from error


def show(measured: Run, *, printed: Era | None = None) -> None:
    """Its tables, on stdout; of an era of BenchmarkDotNet where one was asked for."""
    from lab.show import views

    for table in views.tables(measured, as_printed=printed):
        console.show(table)
    for remark in measured.remarks:
        if remark.code == "unknown_floor":
            console.tell(remark.text)


def save(measured: Run, into: Path | None) -> None:
    """Write it as JSON where a file was asked for."""
    if into is not None:
        saved.save(measured, into)
        console.tell(f"Wrote {into}. To draw it anywhere: python -m lab replay {into}")


def draw(measured: Run, place: Path) -> None:
    """Write it as a page. What another run left under that name is kept under its own, and that is told."""
    from lab.show import pages
    from lab.show.report import page

    older = pages.put(page(measured), measured, place)
    if older is not None:
        console.tell(f"What was in {place} is now in {older}.")
    console.tell(f"Wrote {place}: the pictures, in one file that needs no network.")
