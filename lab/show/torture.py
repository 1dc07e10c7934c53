"""How does a run of torture read: who survives what?"""

from __future__ import annotations

import html
import io
import os
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

from lab import disk
from lab.encoders import OURS
from lab.model import BUILDS
from lab.show import numbers, sentences
from lab.show.grid import Grid
from lab.show.theme import theme
from lab.torture.case import FALLEN, OUTCOMES
from lab.torture.result import Tortured, Trial

SIGNS = {"right": "✓", "refused": "–", "wrong": "✗", "hang": "∞", "crash": "☠", "cannot": "·"}
_WORDS = {
    "right": "the right text",
    "refused": "a clean error",
    "wrong": "a wrong text, or no valid JSON",
    "hang": "no end within the limit of processor time",
    "crash": "the process was killed, or a panic that no `except Exception` catches",
    "cannot": "not asked, since it takes no hook",
}
_SHORT = {"refused": "error", "cannot": "no hook", "crash": ""}
_CASE = "Case"
_WIDTH = 160


def finding(run: Tortured) -> str:
    """Who survives, in one sentence."""
    ours = list(dict.fromkeys(trial.column for trial in run.trials if trial.encoder == OURS))
    cases = numbers.plural(len({trial.case for trial in run.trials}), "case")
    if broken := run.broken:
        named = sentences.listed([f"{one.case} ({one.column}: {one.outcome})" for one in broken[:4]])
        return f"The encoder breaks its promise in {len(broken)} of its trials: {named}"
    said = f"The encoder survives all {cases}{' in both builds' if len(ours) > 1 else ''}, each as promised"
    faults = {column: sum(trial.fallen for trial in run.of(column)) for column in run.columns if column not in ours}
    others = [f"{column} {faults[column]}" for column in sorted(faults, key=faults.__getitem__) if faults[column]]
    return f"{said}; cases that others do not survive: {', '.join(others)}" if others else said


class Table:
    """Every case against every encoder, and the sums; shows itself in a terminal and in a notebook."""

    def __init__(self, run: Tortured) -> None:
        self.run = run
        self.grids = (_cases(run), _sums(run))

    def __str__(self) -> str:
        from rich.console import Console

        out = io.StringIO()
        Console(file=out, width=_WIDTH, color_system=None).print(self)
        return out.getvalue()

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        for grid in self.grids:
            yield Text(grid.caption, style="bold")
            yield grid.rich(options.max_width)
            shown = len(grid.columns(options.max_width))
            if shown < len(grid.headings):
                yield Text(f"{len(grid.headings) - shown} columns do not fit {options.max_width} columns.", style="dim")
            for note in grid.notes:
                yield Text(note, style="dim")
            yield Text()

    def _repr_html_(self) -> str:
        from lab.show.tables import style

        return f'<div class="lab"><style>{theme().css()}{style()}</style>{self.html()}</div>'

    def html(self) -> str:
        """The finding and both tables."""
        tables = "".join(grid.html() for grid in self.grids)
        return f"<h2>{html.escape(finding(self.run))}</h2>{tables}{_details(self.run)}"


def _cases(run: Tortured) -> Grid:
    cells = {(trial.case, trial.column): _cell(trial) for trial in run.trials}
    rows = {trial.case: trial for trial in run.trials}
    return Grid(
        caption=f"What becomes of {numbers.plural(len(rows), 'hard case')}",
        headings=(_CASE, *run.columns),
        rows=tuple(
            (name.replace("_", " "), *(cells.get((name, column), "") for column in run.columns)) for name in rows
        ),
        words=frozenset((_CASE, *run.columns)),
        dear=(_CASE, *run.columns[:3]),
        groups=tuple(trial.family for trial in rows.values()),
        notes=(
            "; ".join(f"{SIGNS[name]} {_WORDS[name]}" for name in OUTCOMES) + ".",
            f"Limits of each case: {run.limits['seconds']} s of processor time, "
            f"{run.limits['megabytes']} MB of memory. Others are called with default settings.",
        ),
    )


def _cell(trial: Trial) -> str:
    return f"{SIGNS[trial.outcome]} {_SHORT.get(trial.outcome, trial.outcome) or _signal(trial.detail)}"


def _signal(detail: str) -> str:
    """``SEGV`` of a signal, ``panic`` of what no signal ended."""
    word = detail.split()[0].rstrip(",:")
    return word.removeprefix("SIG") if word.startswith("SIG") else "panic" if word.endswith("Exception") else "exit"


def _sums(run: Tortured) -> Grid:
    rows = []
    for column in run.columns:
        counts = run.counts(column)
        asked = sum(counts.values()) - counts["cannot"]
        lived = asked - sum(counts[name] for name in FALLEN)
        version = run.versions.get(column, "")
        sums = (numbers.exact(counts[name]) for name in OUTCOMES)
        name = f"{OURS}, {column}" if column in BUILDS else column
        rows.append((name, version, f"{lived} of {asked}", *sums))
    return Grid(
        caption="Who survives",
        headings=("Encoder", "Version", "Survives", *OUTCOMES),
        rows=tuple(rows),
        words=frozenset(("Encoder", "Version")),
        dear=("Encoder", "Survives", "crash", "hang", "wrong"),
        notes=tuple(f"{label} is not here ({why})." for label, why in run.missing.items()),
    )


def _details(run: Tortured) -> str:
    """What each case is, and what was said where somebody did not survive it."""
    parts = []
    for name, first in {trial.case: trial for trial in run.trials}.items():
        fallen = [trial for trial in run.trials if trial.case == name and trial.fallen]
        said = "".join(f"<li>{html.escape(f'{one.column}: {one.outcome}, {one.detail}')}</li>" for one in fallen)
        parts.append(
            f"<dt>{html.escape(name.replace('_', ' '))}</dt><dd>{html.escape(first.about)}.<ul>{said}</ul></dd>"
        )
    summary = "<summary>Every case, and what was said of those that fell</summary>"
    return f"<details open>{summary}<dl>{''.join(parts)}</dl></details>"


def write(run: Tortured, path: str | os.PathLike[str]) -> Path:
    """Write the tables as one page that needs no network. Raises ``DiskError``."""
    from lab.show.tables import style

    where = html.escape(f"{sentences.moment(run.recorded)}, {sentences.machine(run.environment)}")
    css = theme().css() + style() + resources.files("lab.show").joinpath("report.css").read_text("utf-8")
    return disk.write(
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Encoders under torture</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{css}</style></head>'
        f'<body class="lab"><main><p class="soft">{where}</p>{Table(run).html()}</main></body></html>',
        path,
    )
