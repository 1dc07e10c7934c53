"""Which cells answer the experiments that were asked for, and how long will they take?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from lab import workloads
from lab.judge.noise import Floor
from lab.measure.settings import Settings
from lab.model import Build, Case, Experiment, Method

_SLOW_TAIL = 2
"""Largest payloads of a growth curve that the interpreted build leaves out: seconds a call."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a run will measure, in order."""

    cases: tuple[Case, ...]
    settings: Settings
    margin: float
    floors: Mapping[Build, Floor | None] | None = None
    """What is known of each build's noise here; None where verdicts are not held against it."""

    def __repr__(self) -> str:
        return f"Plan({len(self.cases)} cases, about {self.seconds:.0f} s)"

    @property
    def builds(self) -> tuple[Build, ...]:
        """The builds that are asked for."""
        return tuple(dict.fromkeys(case.build for case in self.cases))

    @property
    def seconds(self) -> float:
        """A rough guess before anything is measured."""
        timing = sum(seconds_to_time(case, self.settings) for case in self.cases if case.timed)
        counting = sum(seconds_to_count(case) for case in self.cases if case.counted)
        working = sum(seconds_to_work(case) for case in self.cases if case.worked)
        return timing + counting / 2 + working


def seconds_to_time(case: Case, settings: Settings) -> float:
    """Start of the processes, warm-up and sampling."""
    return 0.3 + settings.budget + settings.warm * len(case.designs)


def seconds_to_count(case: Case) -> float:
    """One capture for each design, one more for pictures, and one of the full payload beside a scaled one."""
    captures = 1 + case.pictured + 2 * (case.workload != case.memory_workload)
    return 0.15 + 0.1 * captures * len(case.designs)


def seconds_to_work(case: Case) -> float:
    """Under valgrind a call takes some fifty times as long, as it does where every bytecode is seen."""
    return (2.0 if case.build == "compiled" else 0.5) * len(case.designs)


def expand(experiments: Sequence[Experiment], builds: Iterable[Build], settings: Settings) -> tuple[Case, ...]:
    """All cases of ``experiments`` in ``builds``; at quick settings only the cells that an experiment keeps.

    The interpreted build gets the scaled twin of a payload, since one call on the full one can take more than
    a second; the case then bears the twin's name. A comparison of one's own takes what it is given.
    """
    cases: list[Case] = []
    for build in builds:
        for experiment in experiments:
            for workload, method in _cells(experiment, settings):
                cases.append(_case(experiment, workload, method, build))
            cases += _curve(experiment, build)
    return tuple(cases)


def _cells(experiment: Experiment, settings: Settings) -> Sequence[tuple[str, Method]]:
    if settings.quick and experiment.quick:
        return experiment.quick
    return [(workload, method) for workload in experiment.workloads for method in experiment.methods]


def _case(experiment: Experiment, workload: str, method: Method, build: Build) -> Case:
    scaled = workloads.get(workload).small
    return Case(
        experiment=experiment.name,
        workload=scaled if scaled and build == "interpreted" else workload,
        memory_workload=scaled or workload,
        method=method,
        build=build,
        baseline=experiment.baseline,
        candidates=experiment.candidates,
        pictured=workload in experiment.showcase and method == experiment.methods[0],
    )


def _curve(experiment: Experiment, build: Build) -> Iterator[Case]:
    for workload in experiment.curve[:-_SLOW_TAIL] if build == "interpreted" else experiment.curve:
        yield Case(
            experiment=experiment.name,
            workload=workload,
            # The growth curve is about the size of the result, so the full payload is counted.
            memory_workload=workload,
            method=experiment.methods[0],
            build=build,
            baseline=experiment.baseline,
            candidates=(*experiment.candidates, *experiment.curve_designs),
            timed=False,
        )
