"""Which one picture tells an experiment's story?"""

from __future__ import annotations

from collections.abc import Sequence

from lab.experiments import EXPERIMENTS
from lab.model import Profile, Row, Run, Trace
from lab.show import growth, live, sentences
from lab.show.drawing import Picture


def of(run: Run, experiment: str, *, build: str | None = None) -> Picture | None:
    """The picture of `experiment` in `build` (default: the first that has one), or None without its data."""
    draw = {"writer": writer, "base64": base64, "tree": tree}.get(experiment)
    if draw is None:
        return None
    for candidate in [build] if build else builds(run):
        picture = draw(run, build=candidate)
        if picture is not None:
            return picture
    return None


def builds(run: Run) -> list[str]:
    """The builds that `run` has anything of, compiled first."""
    found = {part.build for parts in (run.rows, run.curves, run.traces, run.profiles) for part in parts}
    return sorted(found)


def writer(run: Run, *, build: str) -> Picture | None:
    """What a kept writer saves a call at every size, what it keeps, and what that does to time."""
    curves = [curve for curve in run.curves if curve.experiment == "writer" and curve.build == build]
    # Calls differ in what they return, so one picture is about one call: the first that was counted.
    curves = [curve for curve in curves if curve.method == curves[0].method]
    pair = _pair(run, "writer", build, [curve.design for curve in curves])
    if pair is None:
        return None
    by_design = {curve.design: curve for curve in curves}
    ordered = [by_design.pop(design) for design in pair] + list(by_design.values())
    picture = growth.curve(ordered, baseline=pair[0], candidate=pair[1])
    rows = [r for r in _rows(run, "writer", build) if r.method == ordered[0].method and r.time]
    return growth.with_cost(picture, ordered, [row for row in rows if row.candidate == pair[1]])


def base64(run: Run, *, build: str) -> Picture | None:
    """The temporary that is gone: live bytes of both rivals on the largest payload that was traced."""
    found = _traced(run, "base64", build)
    if found is None:
        return None
    pair, traces = found
    title = sentences.temporary(traces[0], traces[1])
    return live.steps(traces[:2], shaded=pair, title=title)


def tree(run: Run, *, build: str) -> Picture | None:
    """What each tree holds before it writes: live bytes over each rival's share of events."""
    found = _traced(run, "tree", build)
    if found is None:
        return None
    _, traces = found
    counted_on, built = _built(run, "tree", traces)
    title = sentences.boxes(traces, built, counted_on=counted_on)
    return live.steps(traces, share=True, title=title, built=built)


def _rows(run: Run, experiment: str, build: str) -> list[Row]:
    return [row for row in run.rows if row.experiment == experiment and row.build == build]


def _pair(run: Run, experiment: str, build: str, designs: Sequence[str]) -> tuple[str, str] | None:
    """The baseline and the first candidate of an experiment, if both are among `designs`."""
    for row in _rows(run, experiment, build):
        if row.baseline in designs and row.candidate in designs:
            return row.baseline, row.candidate
    # Without rows, as in a run of memory alone, the order in which the designs came has to do.
    return (designs[0], designs[1]) if len(designs) > 1 and not _rows(run, experiment, build) else None


def _traced(run: Run, experiment: str, build: str) -> tuple[tuple[str, str], list[Trace]] | None:
    """The traces of the payload that the experiment shows, the baseline first."""
    rows = _rows(run, experiment, build)
    workloads = {name for row in rows for name in (row.workload, row.memory_workload)}
    groups: dict[tuple[str, str], list[Trace]] = {}
    for trace in run.traces:
        # Rivals of two axes may share a name (both have a direct one), so the payload decides.
        if trace.build == build and trace.workload in workloads:
            groups.setdefault((trace.workload, trace.method), []).append(trace)
    for group in sorted(groups.values(), key=lambda group: _rank(experiment, rows, group[0])):
        by_design = {trace.design: trace for trace in group}
        pair = _pair(run, experiment, build, list(by_design))
        if pair is not None:
            rivals = {design for row in rows for design in (row.baseline, row.candidate)}
            others = [trace for design, trace in by_design.items() if design in rivals - set(pair)]
            return pair, [by_design[pair[0]], by_design[pair[1]], *others]
    return None


def _rank(experiment: str, rows: Sequence[Row], trace: Trace) -> tuple[int, int]:
    """What the experiment shows first comes first (also scaled down for memory), then the largest result."""
    known = EXPERIMENTS.get(experiment)
    names = {trace.workload, *(row.workload for row in rows if row.memory_workload == trace.workload)}
    shown = [place for place, name in enumerate(known.showcase if known else ()) if name in names]
    return min(shown, default=len(rows)), -trace.result_bytes


def _built(run: Run, experiment: str, traces: Sequence[Trace]) -> tuple[str, dict[str, int]]:
    """Blocks a call that each traced design allocates while it builds, and the payload they were counted on.

    That payload may be a scaled one of the traced. Empty unless all the designs were profiled on it.
    """
    first = traces[0]
    scaled = {r.memory_workload for r in _rows(run, experiment, first.build) if r.workload == first.workload}
    for workload in (first.workload, *sorted(scaled)):
        key = (workload, first.method, first.build, "allocated")
        found = {p.design: p for p in run.profiles if (p.workload, p.method, p.build, p.metric) == key}
        if all(trace.design in found for trace in traces):
            return workload, {trace.design: blocks_in(found[trace.design], "build") for trace in traces}
    return "", {}


def blocks_in(profile: Profile, phase: str) -> int:
    """Blocks a call that `profile` allocates in `phase`."""
    pairs = zip(profile.phase, profile.blocks, strict=True)
    return sum(blocks for number, blocks in pairs if profile.phases[number] == phase)
