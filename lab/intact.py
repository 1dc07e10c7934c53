"""Do the columns of a run that was read from a file fit together, so that drawing it cannot go astray?"""

from __future__ import annotations

from collections.abc import Sequence

from lab.model import Curve, Profile, Row, Run, Trace


def demand(run: Run) -> None:
    """Raise ``ValueError``, with what and where, for columns that differ in length or point nowhere."""
    for row in run.rows:
        _row(row)
    for profile in run.profiles:
        _profile(profile)
    for trace in run.traces:
        _equal(_named(trace), event=trace.event, live=trace.live)
    for curve in run.curves:
        _equal(_named(curve), result_bytes=curve.result_bytes, bytes=curve.bytes)
    known = {source.run_id for source in run.sources} or {""}
    for part in (*run.rows, *run.profiles, *run.traces, *run.curves, *run.copies, *run.threads):
        if part.run not in known:
            raise ValueError(f"{_named(part)} is of run {part.run!r}, which is not among its sources")


def _row(row: Row) -> None:
    if row.samples.keys() == {"baseline", "candidate"}:
        _equal(_named(row), **row.samples)
    if row.time is not None and row.time.pairs < 1:
        raise ValueError(f"{_named(row)} has a time ratio of no pairs")


def _profile(profile: Profile) -> None:
    who = _named(profile)
    columns = {name: getattr(profile, name) for name in ("name", "parent", "phase", "bytes", "blocks")}
    _equal(who, **columns)
    _equal(who, names=profile.names, places=profile.places)
    for column, bound in (("name", len(profile.names)), ("phase", len(profile.phases))):
        if any(not 0 <= index < bound for index in columns[column]):
            raise ValueError(f"{who} has a {column} beyond its {bound} words")
    parents = enumerate(profile.parent)
    if any(not (0 <= above < node or above == -1 == node - 1) for node, above in parents):
        raise ValueError(f"{who} has a node whose parent does not come before it")


def _equal(who: str, **columns: Sequence[object]) -> None:
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{count} of {name}" for name, count in lengths.items())
        raise ValueError(f"{who} has columns of different lengths: {told}")


def _named(part: Row | Profile | Trace | Curve) -> str:
    fields = ("experiment", "workload", "method", "build", "candidate", "design")
    return " ".join([type(part).__name__.lower(), *(getattr(part, name) for name in fields if hasattr(part, name))])
