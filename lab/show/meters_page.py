"""What do tables and the report's page say of the meters other than time and memory?"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator
from typing import Any

from lab.model import Run
from lab.show import flame, numbers, scaling, sentences, work
from lab.show.payloads import key

_ASKED = {
    "instructions": ("Instructions", "Which functions does the processor spend a call in?"),
    "copied": ("Copy ledger", "Which bytes are moved from one place to another?"),
}


def tables(run: Run) -> list[Any]:
    """Those of the meters that ``run`` has anything of."""
    return [found for found in (work.table(run), scaling.table(run)) if found.grids]


def title(run: Run) -> str:
    """What a run is about that has no experiment."""
    found = [name.lower() for metric, (name, _) in _ASKED.items() if work.groups(run, metric)]
    found += ["threads"] if run.threads else []
    return sentences.listed(found) if found else numbers.plural(0, "experiment")


def sections(run: Run, figure: Callable[..., str]) -> Iterator[str]:
    """A section a meter; ``figure(picture)`` draws a picture into the page."""
    for metric, (name, question) in _ASKED.items():
        if groups := work.groups(run, metric):
            parts = [f'<section id="{metric}"><h2>{name}</h2><p class="soft">{html.escape(question)}</p>']
            if metric == "copied":
                parts += map(figure, work.charts(run))
            parts += (grid.html() for grid in work.table(run).grids if grid.caption == name)
            for first, *others in groups:
                where = html.escape(f"{key(first.workload)}, {first.method}, {first.build}")
                shown = [flame.difference(first, other) for other in others] or [flame.graph(first)]
                parts += (f"<h3>{where}</h3>{one.html(shared=True)}" for one in shown)
            yield "".join(parts) + "</section>"
    if run.threads:
        pictures = "".join(map(figure, scaling.charts(run)))
        yield (
            '<section id="threads"><h2>Threads</h2><p class="soft">What do several threads get done together, and what '
            f"do they hold at once?</p>{pictures}{scaling.table(run).html()}</section>"
        )
