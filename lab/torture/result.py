"""What came of a run of torture, and whether the encoder kept its promise?"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab.encoders import OURS
from lab.torture.case import FALLEN, Outcome

SCHEMA = "encoder-lab-torture/1"


@dataclass(frozen=True, kw_only=True)
class Trial:
    """One case in one encoder."""

    case: str
    family: str
    about: str
    encoder: str
    build: str
    """Which build of this encoder; empty for a peer."""
    outcome: Outcome
    detail: str
    expected: tuple[Outcome, ...]
    """What this encoder promises; none for a peer, of which nothing but survival is asked."""
    seconds: float

    @property
    def column(self) -> str:
        """What heads its column: a peer, or a build of this encoder."""
        return self.build or self.encoder

    @property
    def fallen(self) -> bool:
        """Whether the encoder crashed, hung or wrote something wrong."""
        return self.outcome in FALLEN


@dataclass(frozen=True, kw_only=True)
class Tortured:
    """All trials of a run, and where they were made."""

    recorded: str
    quick: bool
    limits: Mapping[str, int]
    environment: Mapping[str, Any]
    versions: Mapping[str, str]
    missing: Mapping[str, str]
    """Peers that are not here, and why."""
    trials: tuple[Trial, ...]

    def __repr__(self) -> str:
        return f"Tortured({len(self.trials)} trials, {self.finding!r})"

    def _repr_html_(self) -> str:
        from lab.show import torture

        return torture.Table(self)._repr_html_()

    @property
    def columns(self) -> list[str]:
        """Headings: the encoders, each build of ours for itself, in the order of the table."""
        return list(dict.fromkeys(trial.column for trial in self.trials))

    @property
    def finding(self) -> str:
        """One sentence."""
        from lab.show import torture

        return torture.finding(self)

    @property
    def broken(self) -> list[Trial]:
        """Trials that this encoder did not survive, or in which it did not do what it promises."""
        ours = [trial for trial in self.trials if trial.encoder == OURS]
        return [trial for trial in ours if trial.fallen or trial.outcome not in trial.expected]

    def counts(self, column: str) -> Counter[str]:
        """How often each outcome came, of one column."""
        return Counter(trial.outcome for trial in self.trials if trial.column == column)

    def of(self, column: str) -> Iterable[Trial]:
        """The trials of one column."""
        return (trial for trial in self.trials if trial.column == column)

    def to_json(self) -> dict[str, Any]:
        """Plain values under the schema `SCHEMA`."""
        plain = dataclasses.asdict(self)
        summary = {column: dict(self.counts(column)) for column in self.columns}
        return {"schema": SCHEMA, **plain, "summary": summary, "broken": len(self.broken)}

    def save(self, path: str | Path) -> Path:
        """Write it as JSON. Raises ``DiskError``."""
        import json

        from lab import disk

        return disk.write(json.dumps(self.to_json(), indent=1), path)
