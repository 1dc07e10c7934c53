"""What does the report's page say of a run among peers?"""

from __future__ import annotations

import html
from collections.abc import Callable

from lab.model import Run
from lab.show import peers, peers_chart


def section(run: Run, figure: Callable[..., str], *, anchor: str = "peers", of: str = "") -> str:
    """Its chart and its tables, build by build; ``figure(picture, said=...)`` draws a picture into the page.

    ``of`` stands before its finding where one page has several runs.
    """
    head = peers.finding(run)
    parts = [
        f'<section id="{html.escape(anchor)}"><h2>{html.escape(of + head)}</h2>',
        f'<p class="soft">{html.escape("; ".join(_versions(run)))}</p>',
    ]
    for build in peers.builds(run):
        parts.append(figure(peers_chart.forest(run, build=build), said=head))
    parts.append(peers.Table(run).html())
    return "".join(parts) + "</section>"


def _versions(run: Run) -> list[str]:
    return [f"{label} {version}" for label, version in run.environment.get("peers", {}).items()]
