"""How does one ask the lab where the encoder stands among its peers?"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from lab import saved
from lab.encoders import PEERS, cases
from lab.errors import require
from lab.measure import runner
from lab.measure.peers.contestant import Entry
from lab.measure.peers.executor import PeerExecutor
from lab.measure.peers.plan import FULL, QUICK, PeerCell, PeerPlan
from lab.measure.runner import Listener
from lab.measure.settings import settings
from lab.model import BUILDS, MARGIN, Build, Run


def peers(
    case: str | Iterable[str] = (),
    *,
    peer: str | Iterable[str] = (),
    build: Build | Iterable[Build] = "compiled",
    quick: bool | None = None,
    margin: float = MARGIN,
    progress: Listener | None = None,
) -> PeerResult:
    """The encoder against other encoders, on every case or on those named (also by patterns: ``"int*"``).

    With several builds each one meets the peers; the summary is of the first. ``quick`` None asks the environment's
    ``LAB_QUICK``. A peer that is not installed, or that fails on a case, costs a remark. Raises ``UnknownNameError``
    for a name that there is not, ``LabError`` where nothing could be measured.
    """
    plan = plan_peers(case, peer=peer, build=build, quick=quick, margin=margin)
    return PeerResult(runner.run(plan, PeerExecutor(), progress=progress))


def plan_peers(
    case: str | Iterable[str] = (),
    *,
    peer: str | Iterable[str] = (),
    build: Build | Iterable[Build] = "compiled",
    quick: bool | None = None,
    margin: float = MARGIN,
) -> PeerPlan:
    """What `peers` would measure."""
    builds = _listed(build)
    for one in builds:
        require("build", one, BUILDS)
    wanted = _listed(peer) or list(PEERS)
    for label in wanted:
        require("peer", label, PEERS)
    return PeerPlan(
        cases=tuple(PeerCell(name=name, build=one) for one in builds for name in cases.matching(_listed(case))),
        peers=tuple(Entry(label=label, module=PEERS[label]) for label in PEERS if label in wanted),
        settings=QUICK if settings(quick).quick else FULL,
        margin=margin,
        # Interpreted, a second a megabyte is too much to follow to 256.
        growing=not _listed(case) and builds[0] == "compiled",
    )


def _listed(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


class PeerResult:
    """One run among peers, and the ways to look at it."""

    def __init__(self, run: Run) -> None:
        self.run = run

    def __repr__(self) -> str:
        return f"PeerResult({self.finding!r})"

    def _repr_markdown_(self) -> str:
        return self.finding

    @property
    def summary(self) -> Mapping[str, Any]:
        """``geometric_mean`` of the ratios to the fastest peer, how many are ``above`` 1, of how many ``cases``."""
        return self.run.summary

    @property
    def finding(self) -> str:
        """One sentence."""
        from lab.show import peers as show

        return show.finding(self.run)

    def table(self) -> Any:
        """Time against the fastest peer, the ratio to each, and memory."""
        from lab.show import peers as show

        return show.Table(self.run)

    def chart(self) -> Any:
        """The ratio to the fastest peer with its interval, a row a case."""
        from lab.show import peers_chart

        return peers_chart.forest(self.run)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the run as JSON; `lab.load` reads it anywhere. Raises ``DiskError``."""
        return saved.save(self.run, path)

    def report(self, path: str | os.PathLike[str] = "report-peers.html") -> Path:
        """Write everything as one file that needs no network."""
        from lab.show import views

        return views.report(self.run, path)

    def export(self, folder: str | os.PathLike[str] = ".", **options: Any) -> list[Path]:
        """Write Markdown, CSV and JSON into ``folder``; ``formats="md"`` for one of them."""
        from lab.show import exports

        return exports.write(self.run, folder, **{"formats": ("md", "csv", "json"), **options})
