"""Do contestants in one process compete with objects that are new for every part of the samples?"""

from __future__ import annotations

import dataclasses

from lab.measure import together
from lab.measure.contestants import Contestant
from lab.measure.settings import QUICK
from lab.model import Design

SETTINGS = dataclasses.replace(QUICK, sample=0.00001, warm=0.0, rounds=(12, 12), budget=0.0, rebuilds=4)


def compete(log: list[tuple[int, int]], **changes: object) -> tuple[list[list[float]], list[int]]:
    """Three contestants that write down (place, which of its objects) whenever they are on."""
    made = [0, 0, 0]

    def build(place: int) -> Contestant:
        made[place] += 1
        own = (place, made[place])
        return Contestant(design=Design(label=str(place)), operation=lambda: log.append(own), output=lambda: b"")

    settings = dataclasses.replace(SETTINGS, **changes)
    return together.compete([build(place) for place in range(3)], build, settings, seed="1")


def test_everybody_is_built_anew_for_every_part() -> None:
    """Four sets of objects of each contestant are on, one after the other and never mixed."""
    log: list[tuple[int, int]] = []
    compete(log)
    sets = [number for _, number in log]
    assert sets == sorted(sets) and set(sets) == {1, 2, 3, 4}
    assert {place for place, number in log if number == 4} == {0, 1, 2}


def test_samples_are_paired_and_told_by_set() -> None:
    """As many samples of each contestant as all sets together say, the rounds shared among the sets."""
    samples, groups = compete([])
    assert groups == [3, 3, 3, 3]
    assert [len(own) for own in samples] == [12, 12, 12]


def test_nobody_is_always_built_first() -> None:
    """The order in which a set is built changes, so that no contestant always has the better place in memory."""
    orders: list[list[int]] = []

    def build(place: int) -> Contestant:
        if not orders or len(orders[-1]) == 3:
            orders.append([])
        orders[-1].append(place)
        return Contestant(design=Design(label=str(place)), operation=lambda: None, output=lambda: b"")

    settings = dataclasses.replace(SETTINGS, rebuilds=12)
    together.compete([build(place) for place in range(3)], build, settings, seed="1")
    assert len({order[0] for order in orders[1:]}) == 3
    assert all(sorted(order) == [0, 1, 2] for order in orders)
