"""How do several runs become one, without anything of one machine passing for another's?"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from lab.errors import MergeError
from lab.model import Remark, Run, Source


class Kept(Protocol):
    """What `lab.compare` and its like return: a run with ways to look at it."""

    run: Run


_PARTS = ("rows", "profiles", "traces", "curves", "copies", "threads")


def merge(runs: Iterable[Run | Kept]) -> Run:
    """One run with all rows, trees, traces, curves and ledgers of ``runs`` (or results), each with the run it is from.

    Nothing is averaged: a cell that was measured in two runs has two rows, each with the verdict that it was given
    there. ``environment`` and ``seeds`` keep what all runs share, the rest of them is in ``sources``; `split` gives
    the runs back. Runs that were merged before are merged anew from their parts. Raises ``MergeError`` for fewer
    than two, and for a run that comes twice.
    """
    whole = (one if isinstance(one, Run) else one.run for one in runs)
    parts = [part for run in whole for part in split(run)]
    names = [part.run_id for part in parts]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise MergeError(f"Run {twice[0]} comes twice: a run counts once. Leave one of its files out.")
    if len(parts) < 2:
        raise MergeError(f"Merging takes two runs or more, not {len(parts)}.")
    measured = {
        name: tuple(dataclasses.replace(one, run=part.run_id) for part in parts for one in getattr(part, name))
        for name in _PARTS
    }
    told = (
        dataclasses.replace(remark, text=f"Run {part.run_id}: {remark.text}")
        for part in parts
        for remark in part.remarks
    )
    return Run(
        # The same runs make the same name, in whatever order they come.
        run_id=f"merged-{hashlib.sha1(' '.join(sorted(names)).encode()).hexdigest()[:12]}",
        recorded=max(part.recorded for part in parts),
        quick=any(part.quick for part in parts),
        environment=_shared([part.environment for part in parts]),
        seeds=_shared([part.seeds for part in parts]),
        remarks=(*_margins(parts), *told),
        replayed=any(part.replayed for part in parts),
        sources=tuple(map(_source, parts)),
        **measured,
    )


def split(run: Run) -> tuple[Run, ...]:
    """The runs that ``run`` was merged from, as they were; ``run`` alone where it was not merged."""
    if not run.sources:
        return (run,)
    return tuple(_part(run, source) for source in run.sources)


def _part(run: Run, source: Source) -> Run:
    facts = {field.name: getattr(source, field.name) for field in dataclasses.fields(Source)}
    measured = {
        name: tuple(
            dataclasses.replace(one, run="") for one in getattr(run, name) if one.run == source.run_id
        )
        for name in _PARTS
    }
    return Run(**facts, **measured, replayed=run.replayed)


def _source(run: Run) -> Source:
    return Source(**{field.name: getattr(run, field.name) for field in dataclasses.fields(Source)})


def _shared(facts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    first, *rest = facts
    return {name: value for name, value in first.items() if all(name in one and one[name] == value for one in rest)}


def _margins(parts: Sequence[Run]) -> list[Remark]:
    margins = sorted({part.environment["margin"] for part in parts if "margin" in part.environment})
    if len(margins) < 2:
        return []
    text = f"The runs were judged with different margins ({', '.join(f'{100 * one:g} %' for one in margins)})."
    return [Remark(code="margins_differ", text=text, severity="warning")]
