"""Are samples taken fairly: calibrated, warm, interleaved, paired?"""

from __future__ import annotations

import dataclasses
import gc
import itertools
import random

from lab.measure.meters import time as timing
from lab.measure.settings import QUICK, Settings

SETTINGS = dataclasses.replace(QUICK, rounds=(5, 8), budget=0.0, warm=0.0)


def turns(log: list[str], names: str = "ab") -> list[timing.Turn]:
    """Turns that write down who was on."""
    return [lambda name=name: log.append(name) or 1.0 for name in names]


def test_everyone_is_on_once_a_round() -> None:
    """Samples are paired by position: in each round every contestant has one."""
    log: list[str] = []
    samples = timing.compete(turns(log, "abc"), SETTINGS, order=random.Random(1))
    assert [len(own) for own in samples] == [5, 5, 5]
    for start in range(0, len(log), 3):
        assert sorted(log[start : start + 3]) == ["a", "b", "c"]


def test_the_order_is_random_but_repeatable() -> None:
    """Neither contestant is always first, and equal seeds give equal orders."""
    logs: list[list[str]] = [[], []]
    settings = dataclasses.replace(SETTINGS, rounds=(30, 30))
    for log in logs:
        timing.compete(turns(log), settings, order=random.Random("seed"))
    assert logs[0] == logs[1]
    firsts = logs[0][::2]
    assert 5 < firsts.count("a") < 25


def test_the_budget_ends_sampling_after_the_fewest_rounds() -> None:
    """With time left it goes on to the most rounds, and no further."""
    rich = dataclasses.replace(SETTINGS, budget=60.0)
    assert len(timing.compete(turns([]), rich, order=random.Random(1))[0]) == 8


def test_progress_rises_to_one_at_most() -> None:
    """Shares are told in order and stay between 0 and 1."""
    shares: list[float] = []
    timing.compete(turns([]), SETTINGS, order=random.Random(1), progress=shares.append)
    assert shares == sorted(shares)
    assert 0 <= shares[0] and shares[-1] <= 1


def test_a_sample_fills_its_time() -> None:
    """A quick call is repeated until a sample lasts about as long as it should."""
    loops = timing.calibrate(lambda: None, 0.002)
    assert loops > 1000


def test_a_slow_call_is_one_sample() -> None:
    """A call longer than a sample is called once a sample."""
    assert timing.calibrate(lambda: sum(range(200_000)), 0.0001) == 1


def test_warming_goes_on_while_samples_fall() -> None:
    """A contestant that still gets faster is given more time, one that is steady is not."""
    falling = itertools.chain([100.0, 90.0, 80.0, 70.0, 60.0, 50.0, 40.0, 30.0], itertools.repeat(20.0))
    seen: list[float] = []

    def one() -> float:
        seen.append(next(falling))
        return seen[-1]

    timing.warm([one], dataclasses.replace(SETTINGS, warm=60.0))
    assert len(seen) > 8
    assert seen[-4:] == [20.0] * 4


def test_the_collector_is_off_inside_only() -> None:
    """Sampling runs without the cyclic collector, and leaves it as it was."""
    assert gc.isenabled()
    with timing.quiet():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_quick_and_full_settings_say_which_they_are(monkeypatch) -> None:
    """LAB_QUICK in the environment means quick, unless one says otherwise."""
    from lab.measure.settings import FULL, settings

    monkeypatch.setenv("LAB_QUICK", "1")
    assert settings() is QUICK and settings(False) is FULL
    monkeypatch.setenv("LAB_QUICK", "0")
    assert settings() is FULL
    assert isinstance(QUICK, Settings)
