"""How do raw answers of workers become rows, pictures and a run?"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lab import designs
from lab.errors import WorkerError
from lab.judge import noise, remarks
from lab.judge.noise import Floor
from lab.judge.statistics import interval, paired
from lab.judge.verdicts import judged
from lab.measure.environment import environment, now
from lab.measure.plan import Plan
from lab.model import Build, Case, Curve, Design, Origin, Pair, Profile, Remark, Row, Run, TimeRatio, Trace

_SHORTEST_CURVE = 3


@dataclass(kw_only=True)
class Measured:
    """What the workers answered for one case, filled in while the run goes on."""

    case: Case
    counted: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """The ``counted`` answer of each design, by its label."""
    collected: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """The ``collected`` answer of each."""
    worked: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """The ``worked`` answer of each."""
    not_worked: str = ""
    """Why there is none, where one was asked for."""
    samples: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """Nanoseconds per operation of each design, paired by position."""
    groups: tuple[int, ...] = ()
    """How many of them come from each generation of processes, or of objects in one, in order."""
    others: float | None = None
    """Processors that other programs kept busy meanwhile."""
    origin: Origin = "generated"
    failures: dict[str, str] = field(default_factory=dict)
    """What is missing, and why."""
    timed_bytes: int | None = None
    uncounted: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    """Those whose memory could not be counted, and the ``text`` that says why."""
    fallen: dict[str, str] = field(default_factory=dict)
    """Why a contestant takes no part any more, by its label; the ``case`` is then one of the others."""
    notes: dict[str, list[str]] = field(default_factory=dict)
    """What the output of each gave away: see `lab.measure.contestants.Contestant`."""

    first: dict[str, float] = field(default_factory=dict)
    """Nanoseconds of a first call of each: see `lab.measure.first`."""

    def __post_init__(self) -> None:
        self.candidates = self.case.candidates

    @property
    def standing(self) -> bool:
        """Whether there is still somebody to compare, or to count where nobody was to be compared."""
        return self.case.baseline.label not in self.fallen and bool(self.case.candidates or not self.candidates)

    def fall(self, label: str, why: str) -> None:
        """Go on without the contestant ``label``."""
        self.fallen[label] = why
        left = tuple(design for design in self.case.candidates if design.label != label)
        self.case = replace(self.case, candidates=left)

    def forget(self) -> None:
        """Begin the timing anew."""
        self.samples, self.groups = {}, ()

    def timed(self, samples: Sequence[Sequence[float]], answer: Mapping[str, Any], others: float | None) -> None:
        """Take the samples of all designs, in the case's order, beside those of earlier processes.

        Those of one process are one group, unless the ``answer`` tells its own.
        """
        for design, own in zip(self.case.designs, samples, strict=True):
            self.samples[design.label] = (*self.samples.get(design.label, ()), *own)
        self.groups = (*self.groups, *answer.get("groups", [len(samples[0])]))
        self.timed_bytes, self.origin = answer["output_bytes"], answer["origin"]
        if others is not None:
            self.others = max(others, self.others or 0.0)

    @property
    def output_bytes(self) -> int | None:
        """Length of what all designs wrote, where one of them got so far."""
        if self.timed_bytes is not None:
            return self.timed_bytes
        return next((answer["output_bytes"] for answer in self.counted.values()), None)


def run_of(plan: Plan, cells: Sequence[Measured], reports: Mapping[str, Any]) -> Run:
    """The judged run; ``reports`` are what the builds said of themselves.

    Raises ``WorkerError`` where no cell gave anything, with the first reason.
    """
    failures = [remark.text for cell in cells for remark in _missing(cell, list(cell.fallen))]
    if failures and not any(cell.samples or cell.counted for cell in cells if cell.standing):
        raise WorkerError(failures[0])
    seed = plan.settings.seed
    rows = judged(
        (_row(cell, candidate, plan) for cell in cells if cell.case.timed for candidate in cell.candidates),
        margin=plan.margin,
    )
    floors = plan.floors or {}
    rows = noise.above(rows, floors, margin=plan.margin)
    broken = [cell for cell in cells if cell.failures or cell.fallen or cell.uncounted]
    return Run(
        run_id=time.strftime("%Y%m%d-%H%M%S-") + secrets.token_hex(3),
        recorded=now(),
        quick=plan.settings.quick,
        environment=environment() | {"builds": dict(reports), "margin": plan.margin, **_told(floors)},
        seeds={"order": seed, "bootstrap": seed},
        rows=rows,
        profiles=tuple(Profile(**_columns(one)) for one in _pictures(cells, "profiles")),
        traces=tuple(Trace(**_columns(one)) for one in _pictures(cells, "traces")),
        curves=tuple(_curves(cells)),
        remarks=(
            *remarks.on_builds(plan.builds),
            *remarks.unknown_floors([build for build, floor in floors.items() if floor is None]),
            *_rowless(broken),
            *([remarks.incomplete([cell.case.label for cell in broken])] if broken else []),
        ),
    )


def _told(floors: Mapping[Build, Floor | None]) -> dict[str, Any]:
    told = {build: floor.share for build, floor in floors.items() if floor}
    return {"noise_floor": told} if told else {}


def _row(cell: Measured, candidate: Design, plan: Plan) -> Row:
    case, baseline = cell.case, cell.case.baseline
    before, after = cell.counted.get(baseline.label), cell.counted.get(candidate.label)
    both = before is not None and after is not None
    steady = _pairs(before["steady"], after["steady"]) if both else {}
    ratio, told = _time_ratio(cell, candidate, plan)
    return Row(
        experiment=case.experiment,
        workload=case.workload,
        method=case.method,
        # The encoder makes a plan once a class and writes every record by it.
        mode="generated",
        build=case.build,
        baseline=baseline.label,
        candidate=candidate.label,
        output_bytes=cell.output_bytes or 0,
        origin=cell.origin,
        memory_workload=case.memory_workload,
        time=ratio,
        bytes=steady.get("bytes"),
        blocks=steady.get("blocks"),
        peak=_pair(before["peak"], after["peak"]) if both else None,
        steady=steady,
        cold=_pairs(before["cold"], after["cold"]) if both else {},
        samples={
            role: cell.samples[design.label]
            for role, design in (("baseline", baseline), ("candidate", candidate))
            if design.label in cell.samples
        },
        verdict=None,
        remarks=tuple(dict.fromkeys((*told, *_remarks(cell, candidate, (before, after))))),
        first={
            role: cell.first[design.label]
            for role, design in (("baseline", baseline), ("candidate", candidate))
            if design.label in cell.first
        },
        failure=" ".join(remark.text for remark in _missing(cell, (baseline.label, candidate.label))),
        gc=case.gc,
        collections={
            role: tuple(cell.collected[design.label]["runs"])
            for role, design in (("baseline", baseline), ("candidate", candidate))
            if design.label in cell.collected
        },
        work=_work(cell, baseline, candidate),
    )


def _work(cell: Measured, baseline: Design, candidate: Design) -> Pair | None:
    if not {baseline.label, candidate.label} <= cell.worked.keys():
        return None
    return _pair(cell.worked[baseline.label]["work"], cell.worked[candidate.label]["work"])


def _time_ratio(cell: Measured, candidate: Design, plan: Plan) -> tuple[TimeRatio | None, list[Remark]]:
    if not {cell.case.baseline.label, candidate.label} <= cell.samples.keys():
        return None, []
    before, after = cell.samples[cell.case.baseline.label], cell.samples[candidate.label]
    found = interval(paired(before, after), groups=cell.groups, seed=plan.settings.seed)
    ratio = TimeRatio(
        ratio=found.ratio,
        low=found.low,
        high=found.high,
        min_ratio=min(after) / min(before),
        baseline_ns=sorted(before)[len(before) // 2],
        candidate_ns=sorted(after)[len(after) // 2],
        pairs=len(before),
        groups=cell.groups if len(cell.groups) > 1 else (),
    )
    return ratio, remarks.on_samples(before, after, ratio, margin=plan.margin)


def _remarks(cell: Measured, candidate: Design, answers: Sequence[Mapping[str, Any] | None]) -> Iterator[Remark]:
    pair = (cell.case.baseline, candidate)
    if not any(design.foreign for design in pair):
        yield from remarks.on_designs(*map(designs.recipe, pair))
    for design in pair:
        stayed = design.foreign.stayed if design.foreign else ""
        noted = {*cell.notes.get(design.label, ()), *cell.counted.get(design.label, {}).get("notes", ())}
        yield from remarks.on_function(design.label, sorted(noted), stayed=stayed)
    yield from remarks.on_collector(cell.case.gc)
    yield from remarks.on_load(cell.others)
    if cell.not_worked:
        yield remarks.not_worked(cell.not_worked)
    yield from remarks.on_payload(cell.case.workload, cell.case.memory_workload, cell.origin)
    for answer in filter(None, answers):
        if answer["others"]:
            yield remarks.not_steady(answer["design"], answer["steady"]["bytes"], answer["others"], answer["repeats"])
        if not answer["tree_is_whole"]:
            yield remarks.no_tree(answer["design"])
    yield from _missing(cell, (cell.case.baseline.label, candidate.label))


def _missing(cell: Measured, labels: Sequence[str]) -> Iterator[Remark]:
    """What is not there in a row of the contestants ``labels``, and why."""
    for label in labels:
        if label in cell.fallen:
            yield remarks.fallen(label, cell.fallen[label])
        elif label in cell.uncounted:
            yield remarks.failed(f"Memory of {label}", f"{cell.uncounted[label]['text']}.")
    for what, why in cell.failures.items():
        yield remarks.failed(what, why)


def _rowless(broken: Sequence[Measured]) -> Iterator[Remark]:
    """What failed in cells that only fill a growth curve: no row could say it."""
    for cell in broken:
        if not cell.case.timed:
            for what, why in cell.failures.items():
                yield remarks.failed(f"{what} of {cell.case.label}", why)


def _pair(baseline: int, candidate: int) -> Pair:
    return Pair(baseline=baseline, candidate=candidate, ratio=candidate / baseline if baseline else None)


def _pairs(baseline: Mapping[str, int], candidate: Mapping[str, int]) -> dict[str, Pair]:
    return {name: _pair(baseline[name], candidate[name]) for name in baseline}


def _pictures(cells: Sequence[Measured], kind: str) -> Iterator[dict[str, Any]]:
    for cell in cells:
        for answer in cell.counted.values():
            yield from answer[kind]


def _columns(answer: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in answer.items()}


def _curves(cells: Sequence[Measured]) -> Iterator[Curve]:
    """One line a design through every payload counted by one method in one build.

    Only experiments with payloads for it have a growth curve: those cases are not timed.
    """
    growing = {cell.case.experiment for cell in cells if not cell.case.timed}
    lines: dict[tuple[str, ...], list[Mapping[str, Any]]] = {}
    for cell in cells:
        case = cell.case
        if case.experiment not in growing:
            continue
        for label, answer in cell.counted.items():
            lines.setdefault((case.experiment, case.method, case.build, label), []).append(answer)
    for (experiment, method, build, label), answers in lines.items():
        points = sorted({(answer["output_bytes"], answer["steady"]["bytes"]) for answer in answers})
        if len(points) < _SHORTEST_CURVE:
            continue
        sizes, allocated = zip(*points, strict=True)
        yield Curve(
            experiment=experiment,
            method=method,
            build=build,
            design=label,
            result_bytes=sizes,
            bytes=allocated,
            retained=max(answer["retained"] for answer in answers),
        )
