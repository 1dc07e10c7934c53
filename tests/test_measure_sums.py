"""Does every flame graph of the three experiments add up to the table, to the byte?"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from absence import needed

import encoder
from lab import workloads
from lab.experiments import EXPERIMENTS
from lab.measure.process import Worker
from lab.measure.settings import QUICK
from lab.model import BUILDS, METRICS, Build, Case, Experiment

needed("memray")


def cases(experiment: Experiment, build: Build, names: tuple[str, ...] | None = None) -> Iterator[Case]:
    """The experiment's designs, those of its growth curve too, on every payload in the size that is counted."""
    for name in names or dict.fromkeys(workloads.get(name).small or name for name in experiment.workloads):
        yield Case(
            experiment=experiment.name,
            workload=name,
            memory_workload=name,
            method=experiment.methods[0],
            build=build,
            baseline=experiment.baseline,
            candidates=(*experiment.candidates, *experiment.curve_designs),
            timed=False,
            pictured=True,
        )


def counted(worker: Worker, case: Case, folder: Path) -> list[dict[str, Any]]:
    """What the worker counted for each design of ``case``."""
    worker.ask(
        {
            "do": "count",
            "case": dataclasses.asdict(case),
            "settings": dataclasses.asdict(QUICK),
            "folder": str(folder),
        }
    )
    answers = []
    while (answer := worker.hear())["event"] == "counted":
        answers.append(answer)
    assert [answer["design"] for answer in answers] == [design.label for design in case.designs]
    return answers


def check(experiment: Experiment, build: Build, folder: Path, names: tuple[str, ...] | None = None) -> None:
    with Worker(build, purpose="count") as worker:
        worker.begin()
        for case in cases(experiment, build, names):
            for answer in counted(worker, case, folder):
                steady = answer["steady"]
                table = {"allocated": steady["bytes"], "peak": answer["peak"]}
                table |= {metric: steady[metric] for metric in METRICS[2:]}
                trees = {tree["metric"]: tree for tree in answer["profiles"]}
                where = f"{case.label}, {answer['design']}"
                assert {metric: sum(tree["bytes"]) for metric, tree in trees.items()} == table, where
                assert sum(trees["allocated"]["blocks"]) == steady["blocks"], where
                assert steady["retained"] <= answer["peak"] <= steady["bytes"], where


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_the_pictures_of_an_experiment_add_up(name: str, tmp_path: Path) -> None:
    """Bytes allocated, at the peak, temporary and retained, of all designs on the first payload that is drawn."""
    experiment = EXPERIMENTS[name]
    first = workloads.get(experiment.showcase[0])
    check(experiment, encoder.build, tmp_path, (first.small or first.name,))


@pytest.mark.long
@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_all_pictures_add_up(name: str, build: Build, tmp_path: Path) -> None:
    """The same on every payload of the experiment, in both builds."""
    check(EXPERIMENTS[name], build, tmp_path)
