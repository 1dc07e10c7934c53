"""Are the runs of CPython's cyclic collector those that it reports itself, and does the switch reach the samples?"""

from __future__ import annotations

import dataclasses
import gc
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from absence import needed

from lab import calls, saved
from lab.measure import runner
from lab.measure.executors import Live
from lab.measure.meters import collections
from lab.measure.meters import time as timing

SEVERAL = 50


@pytest.fixture
def soon() -> Iterator[None]:
    """A collector that runs after 50 new containers, whatever this Python's own threshold is."""
    before = gc.get_threshold()
    gc.set_threshold(SEVERAL, 10, 10)
    yield
    gc.set_threshold(*before)


def counted(containers: int, *, size: int) -> tuple[collections.Runs, collections.Runs]:
    """What the meter says of a call that holds so many sets, and what the collector's own callbacks say."""
    seen: Counter[int] = Counter()
    done = 0

    def hear(phase: str, about: dict[str, Any]) -> None:
        if phase == "stop":
            seen[about["generation"]] += 1

    def operation() -> None:
        nonlocal done
        done += 1
        # Lists would come from a free list, which the collector does not count.
        [set() for _ in range(containers)]

    gc.callbacks.append(hear)
    try:
        told = collections.runs(operation, size=size)
    finally:
        gc.callbacks.remove(hear)
    # The meter begins with a full collection of its own.
    seen[2] -= 1
    return told, tuple(1000 * seen[generation] / done for generation in range(3))


@pytest.mark.usefixtures("soon")
@pytest.mark.parametrize("size", [1, 10_000, 10_000_000])
def test_runs_are_those_the_collector_reports(size: int) -> None:
    """Per 1000 calls, for each generation, whatever number of calls the size of the output asks for."""
    told, heard = counted(2 * SEVERAL, size=size)
    assert told == heard
    # Twice the threshold makes it run in every call, mostly for the youngest generation only.
    assert sum(told) >= 1000 and told[0] > 9 * told[1] > 0


@pytest.mark.usefixtures("soon")
def test_a_call_that_holds_few_containers_makes_none_run() -> None:
    """What is freed before the threshold is reached never counts."""
    assert counted(SEVERAL // 2, size=1) == ((0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("on", [True, False])
def test_the_collector_is_as_it_was(on: bool) -> None:
    """Counting needs it on; samples have it on or off as asked. Afterwards it is as the caller had it."""
    was_on = gc.isenabled()
    (gc.enable if on else gc.disable)()
    try:
        collections.runs(lambda: gc.isenabled() or pytest.fail("it was off"), size=1)
        assert gc.isenabled() is on
        for asked in (True, False):
            with timing.quiet(collector=asked):
                assert gc.isenabled() is asked
            assert gc.isenabled() is on
    finally:
        (gc.enable if was_on else gc.disable)()


@pytest.mark.parametrize("on", [True, False])
def test_a_row_says_whether_the_collector_was_on(on: bool, tmp_path) -> None:
    """The field, a remark and the figures of both designs are in the row, also when it was saved and read again."""
    needed("memray")
    # As many objects as are above the threshold of every Python: a tree of references makes a container of each.
    plan = calls.plan_comparison([{"n": n} for n in range(2500)], build="interpreted", gc=on, quick=True)
    found = runner.run(plan, Live())
    (row,) = found.rows
    assert row.gc is on
    assert ("collector_on" in {remark.code for remark in row.remarks}) is on
    assert row.collections["baseline"][0] > row.collections["candidate"][0] >= 0
    again = saved.load(saved.save(found, tmp_path / "run.json"))
    assert dataclasses.replace(again, replayed=False).rows == found.rows


def test_every_cell_of_a_run_takes_the_switch() -> None:
    """``gc`` reaches all cases of a plan, and none without it."""
    for on in (True, False):
        plan = calls.plan_run(["tree"], builds=["interpreted"], gc=on, quick=True)
        assert plan.cases and {case.gc for case in plan.cases} == {on}
