"""What can be shown of a run? Its table, ratios, flame graphs, sources, report: drawn when asked for."""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path
from typing import Any

from lab.errors import LabError, require
from lab.judge.printed import Era
from lab.merging import split
from lab.model import MARGIN, METRICS, Profile, Row, Run


def table(run: Run, *, as_printed: Era | None = None, margin: float | None = None) -> Any:
    """Every row, laid out as BenchmarkDotNet does; ``as_printed="0.13"`` also with its figures and its verdicts.

    ``margin`` is then the threshold of its test, by default the run's own.
    """
    from lab.show import printed, tables

    return printed.table(run, era=as_printed, margin=margin) if as_printed else tables.render(run)


def tables(run: Run, *, as_printed: Era | None = None) -> list[Any]:
    """Every table of ``run``: of designs, of the encoder among its peers, and of the other meters."""
    from lab.judge.peers import EXPERIMENTS
    from lab.show import meters_page, peers

    if as_printed:
        return [table(run, as_printed=as_printed)]
    designs = [row for row in run.rows if row.experiment not in EXPERIMENTS]
    # How one fares among peers is summed up on one machine.
    among = [part for part in split(run) if peers.within(part)]
    others = [*(peers.Table(part, run=part.run_id if run.sources else "") for part in among), *meters_page.tables(run)]
    found = [table(dataclasses.replace(run, rows=tuple(designs)))] if designs or not others else []
    return [*found, *others]


def ratios(run: Run, *, margin: float | None = None) -> Any:
    """The chart of time and memory ratios; within ``margin`` (the run's own) of 1 they count as equivalent."""
    from lab.show import charts

    return charts.ratios(run.rows, margin=run.environment.get("margin", MARGIN) if margin is None else margin)


def flame(run: Run, *, design: str | None = None, metric: str = "allocated") -> Any:
    """The flame graph of one design of the first row, by default the candidate.

    ``metric`` is one of `lab.model.METRICS`. Raises ``LabError`` for a design that was not profiled.
    """
    from lab.show import flame

    row = run.rows[0]
    return flame.graph(profile_of(run, row, design or row.candidate, metric=metric))


def diff(run: Run, *, metric: str = "allocated") -> Any:
    """Both designs of the first row as flame graphs, and their difference aligned on phases."""
    from lab.show import flame

    row = run.rows[0]
    sides = [profile_of(run, row, design, metric=metric) for design in (row.baseline, row.candidate)]
    return flame.difference(*sides)


def source(run: Run) -> Any:
    """The source of both designs of the first row, side by side."""
    from lab.show import sources

    return sources.of_run(run)


def report(run: Run, path: str | os.PathLike[str] = "report.html") -> Path:
    """Write everything as one file that needs no network."""
    from lab.show import report

    return report.write(run, path)


def profile_of(run: Run, row: Row, design: str, *, metric: str = "allocated") -> Profile:
    """The call tree of ``design`` that belongs to ``row``. Raises ``LabError`` where there is none."""
    require("metric", metric, (*METRICS, "instructions", "copied"))
    wanted = (row.memory_workload, row.method, row.build, design, metric)
    for profile in run.profiles:
        found = (profile.workload, profile.method, profile.build, profile.design, profile.metric)
        # The peak is taken on the full payload, allocations on the scaled one.
        if profile.run == row.run and found in (wanted, (row.workload, *wanted[1:])):
            return profile
    warnings = [one.text for one in (*row.remarks, *run.remarks) if one.severity == "warning"]
    why = " ".join(warnings) or "Run the comparison again."
    raise LabError(f"{design} was not profiled on {row.memory_workload}. {why}")
