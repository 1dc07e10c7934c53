"""What can one ask of the lab? To run experiments, to compare two designs, to profile one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lab import saved, workloads
from lab.designs import contestants, design_of, distinct
from lab.errors import DesignError, LabError, UnknownExperimentError, require
from lab.experiments import EXPERIMENTS
from lab.judge.noise import Floor
from lab.measure import floors, foreign, profiling, runner
from lab.measure.executors import Live
from lab.measure.meters.session import refuse as refuse_nested
from lab.measure.plan import Plan, expand
from lab.measure.runner import Executor, Job, Listener
from lab.measure.settings import Settings, settings
from lab.model import BUILDS, MARGIN, METHODS, METRICS, Build, Case, Design, Experiment, Method, Metric, Profile, Run
from lab.profiled import Profiled
from lab.result import Result
from lab.workloads import Workload

load = saved.load
contestant = foreign.contestant
Contestant = Mapping[str, str] | Design | str | Callable[[Any], Any]
"""A design by its axes, whole, or as text; or a function."""


def run(
    names: Iterable[str | Experiment] = tuple(EXPERIMENTS),
    *,
    builds: Sequence[Build] = BUILDS,
    gc: bool = False,
    work: bool = False,
    quick: bool | None = None,
    margin: float = MARGIN,
    executor: Executor | None = None,
    progress: Listener | None = None,
) -> Run:
    """Run experiments by name, or your own.

    ``gc`` leaves CPython's cyclic collector on inside the timed samples, where it is off by default. ``work`` counts
    bytecodes or instructions too. ``quick`` None asks the environment's ``LAB_QUICK``. ``progress`` is told where the
    run is (see `lab.measure.runner.Listener`). Raises ``LabError``s; an interrupt ends the workers.
    """
    plan = plan_run(names, builds=builds, gc=gc, work=work, quick=quick, margin=margin)
    return runner.run(plan, executor or Live(), progress=progress)


def compare(
    workload: str | Workload | Any,
    *,
    baseline: Contestant | None = None,
    candidate: Contestant | Sequence[Contestant] | None = None,
    method: Method = "to_bytes",
    build: Build = "compiled",
    gc: bool = False,
    work: bool = False,
    quick: bool | None = None,
    margin: float = MARGIN,
    limit: float | None = None,
    executor: Executor | None = None,
    progress: Listener | None = None,
) -> Result:
    """Compare two designs (or one with several) on a payload: time, bytes, peak and both call trees.

    ``workload`` is a payload's name, a path, JSON text, ``"module:function"`` that makes one, a `Workload`, or any
    other value, which is then itself the payload. A
    design is the axes in which it departs from the default recipe, such as ``{"tree": "value"}`` or
    ``"tree=value"``. Any function of a value is a contestant too: `lab.contestant`, or just the function, or
    ``"orjson:dumps"``; it must say the same as the others. Without designs the two trees of Swift are compared,
    reference against value. ``gc`` leaves CPython's cyclic collector on inside the timed samples, where it is off by
    default. A contestant that gives no answer for ``limit`` seconds (60) is ended, and costs its row. ``work``
    counts bytecodes too, or in the compiled build instructions where valgrind is installed.
    """
    plan = plan_comparison(
        workload,
        baseline=baseline,
        candidate=candidate,
        method=method,
        build=build,
        gc=gc,
        work=work,
        quick=quick,
        margin=margin,
        limit=limit,
    )
    return Result(runner.run(plan, executor or Live(), progress=progress))


def profile(
    what: str | Workload | Callable[[], Any] | Any,
    design: Mapping[str, str] | Design | str | None = None,
    *,
    metric: Metric = "allocated",
    method: Method = "to_bytes",
    build: Build | None = None,
    limit: int | None = None,
) -> Profile | Profiled:
    """What allocates, and how much: of a callable as a `Profiled`, of a payload as one design's call tree.

    A callable takes no arguments and is called a dozen times, in a process of its own with the build that this one
    has; what it raises is raised here. One that cannot be pickled is called in this process, with a remark. ``limit``
    is how many bytes a capture of it may take on disk. A payload is encoded by ``design``, by default the default
    recipe, in the compiled build. Nothing is timed.
    """
    refuse_nested()
    if callable(what) and not isinstance(what, Workload):
        return Profiled(profiling.profile(what, build=build, limit=limit))
    one = design_of(design or {})
    require("metric", metric, METRICS)
    case = _case(what, one, (), method=method, build=build or "compiled", timed=False)
    plan = Plan(cases=(case,), settings=settings(True), margin=MARGIN)
    found = runner.run(plan, Live())
    for tree in found.profiles:
        if tree.metric == metric:
            return tree
    raise LabError(f"No call tree came out: {'; '.join(remark.text for remark in found.remarks)}")


def start(plan: Plan, *, executor: Executor | None = None, progress: Listener | None = None) -> Job:
    """Begin ``plan`` in the background; see `lab.measure.runner.Job`."""
    return Job(plan, executor or Live(), progress=progress)


def plan_run(
    names: Iterable[str | Experiment] = tuple(EXPERIMENTS),
    *,
    builds: Sequence[Build] = BUILDS,
    gc: bool = False,
    work: bool = False,
    quick: bool | None = None,
    margin: float = MARGIN,
) -> Plan:
    """What `run` would measure."""
    chosen = [_experiment(name) for name in ([names] if isinstance(names, str) else names)]
    for build in builds:
        require("build", build, BUILDS)
    wanted = settings(quick)
    cases = tuple(replace(case, gc=gc, worked=work and case.timed) for case in expand(chosen, builds, wanted))
    return Plan(cases=cases, settings=wanted, margin=margin, floors=_floors(builds, wanted))


def plan_comparison(
    workload: str | Workload | Any,
    *,
    baseline: Contestant | None = None,
    candidate: Contestant | Sequence[Contestant] | None = None,
    method: Method = "to_bytes",
    build: Build = "compiled",
    gc: bool = False,
    work: bool = False,
    quick: bool | None = None,
    margin: float = MARGIN,
    limit: float | None = None,
) -> Plan:
    """What `compare` would measure."""
    others = {"tree": "value"} if candidate is None else candidate
    if isinstance(others, Mapping | Design | str) or callable(others):
        others = [others]
    asked = [{"tree": "reference"} if baseline is None else baseline, *others]
    first, *rest = contestants([foreign.contestant(foreign.named(one), one) if callable(one) else one for one in asked])
    case = _case(workload, first, distinct(first, rest), method=method, build=build, gc=gc, work=work)
    wanted = settings(quick)
    wanted = wanted if limit is None else replace(wanted, limit=limit)
    return Plan(cases=(case,), settings=wanted, margin=margin, floors=_floors([build], wanted))


def _floors(builds: Iterable[Build], wanted: Settings) -> dict[Build, Floor | None]:
    return {build: floors.known(build, quick=wanted.quick) for build in builds}


def _case(
    workload: str | Workload | Any,
    baseline: Design,
    candidates: tuple[Design, ...],
    *,
    method: Method,
    build: Build,
    timed: bool = True,
    gc: bool = False,
    work: bool = False,
) -> Case:
    require("method", method, METHODS)
    require("build", build, BUILDS)
    for design in (baseline, *candidates):
        if design.foreign and method in ("to_writer", "to_stream"):
            raise DesignError(f"{design.label} is a function of a value: to_bytes, to_str and as_property call it.")
    payload = workloads.of(workload)
    return Case(
        experiment="compare",
        workload=payload.name,
        memory_workload=payload.small or payload.name,
        method=method,
        build=build,
        baseline=baseline,
        candidates=candidates,
        timed=timed,
        pictured=True,
        gc=gc,
        worked=work,
    )


def _experiment(name: str | Experiment) -> Experiment:
    if isinstance(name, Experiment):
        return name
    if name not in EXPERIMENTS:
        raise UnknownExperimentError(name, EXPERIMENTS)
    return EXPERIMENTS[name]
