"""Who is the fastest peer, what is a tie, and what do all cases come to?"""

from __future__ import annotations

import dataclasses
import math

import pytest
from synthetic import a_row

from lab.judge import peers
from lab.model import Pair, Remark, Row

CACHED = Remark(code=peers.CACHED, text="copies")


def a_peer(
    name: str, ratio: float, *, case: str = "a", experiment: str = peers.EXPERIMENT, remarks: tuple[Remark, ...] = ()
) -> Row:
    """A row in which the encoder takes exactly ``ratio`` of the peer's time, twenty times."""
    row = a_row()
    same = dict.fromkeys(("ratio", "low", "high", "min_ratio"), ratio)
    time = dataclasses.replace(row.time, **same, baseline_ns=100.0, candidate_ns=100.0 * ratio)
    samples = {"baseline": (100.0,) * 20, "candidate": (100.0 * ratio,) * 20}
    return dataclasses.replace(
        row,
        experiment=experiment,
        workload=case,
        baseline=name,
        candidate="encoder",
        time=time,
        samples=samples,
        remarks=remarks,
        verdict=None,
    )


def test_the_fastest_peer_is_the_one_to_beat() -> None:
    """The row in which the encoder looks worst, of those that were timed and repeat the work."""
    absent = dataclasses.replace(a_peer("absent", 9.0), time=None)
    rows = [a_peer("slow", 0.2), a_peer("quick", 0.9), a_peer("cheat", 2.0, remarks=(CACHED,)), absent]
    assert peers.fastest(rows)["a"].baseline == "quick"
    first = [a_peer("cheat", 0.5, experiment=peers.FIRST), a_peer("quick", 0.4, experiment=peers.FIRST)]
    assert peers.fastest([*rows, *first], experiment=peers.FIRST)["a"].baseline == "cheat"


def test_verdicts_are_adjusted_over_the_fastest_peers_only() -> None:
    """Every timed row has a verdict; forty slower peers cost none of the fastest ones' rows its own."""
    rows = [a_peer("quick", 0.8), *(a_peer(f"slow {number}", 0.1) for number in range(40))]
    assert {row.verdict for row in peers.decided(rows, margin=0.03)} == {"Faster"}
    few = dataclasses.replace(rows[0], samples={"baseline": (1.0,) * 3, "candidate": (0.8,) * 3})
    assert peers.decided([few], margin=0.03)[0].verdict == "Inconclusive"


def test_the_noise_floor_comes_from_the_encoder_against_itself() -> None:
    """The 95th percentile of what it differs by from itself, never under the margin nor over 5 %."""

    def floor(*ratios: float) -> float:
        rows = [a_peer("encoder", ratio, case=str(n), experiment=peers.NOISE) for n, ratio in enumerate(ratios)]
        return peers.floor(rows, margin=0.03)

    assert floor() == floor(*[2.0] * 9) == 0.03, "too few to say"
    assert floor(*[1.01] * 20) == 0.03
    assert floor(*[1.0] * 18, 0.96, 1.2) == pytest.approx(0.04)
    assert floor(*[1.0] * 10, *[1.3] * 10) == 0.05


def test_a_tie_is_not_above() -> None:
    """The mean is geometric, over the fastest peers; within the floor a case counts as a tie."""
    told = (("x", 0.5, "a"), ("y", 1.02, "b"), ("z", 1.2, "c"), ("y", 0.1, "c"))
    rows = [a_peer(name, ratio, case=case) for name, ratio, case in told]
    found = peers.summary(rows, noise_floor=0.03, base64=["a", "elsewhere"])
    assert (found["cases"], found["above"], found["ties"]) == (3, 1, 1)
    assert found["geometric_mean"] == pytest.approx((0.5 * 1.02 * 1.2) ** (1 / 3))
    assert found["above_cases"] == {"c": 1.2} and found["base64"] == {"a": 0.5}
    assert found["fastest"] == {"a": "x", "b": "y", "c": "z"}
    assert math.isclose(found["noise_floor"], 0.03)


def test_a_run_without_anybody_to_compare_with_has_no_mean() -> None:
    """None, and no division by nothing."""
    found = peers.summary([], noise_floor=0.03, base64=[])
    assert (found["cases"], found["above"], found["geometric_mean"]) == (0, 0, None)


def test_memory_is_summed_up_over_weighed_cases() -> None:
    """One block, and nothing left, counted over the cases that have memory, whichever peer was weighed."""

    def weighed(name: str, ratio: float, blocks: int, left: int) -> Row:
        steady = {"left": Pair(baseline=9, candidate=left, ratio=None)}
        blocked = Pair(baseline=9, candidate=blocks, ratio=blocks / 9)
        return dataclasses.replace(a_peer(name, ratio, case=f"{blocks}"), blocks=blocked, steady=steady)

    unweighed = dataclasses.replace(a_peer("quick", 0.9, case="1"), blocks=None)
    rows = [unweighed, weighed("slow", 0.5, 1, 0), weighed("quick", 0.7, 3, 5)]
    found = peers.summary(rows, noise_floor=0.03, base64=[])
    assert found["exact_blocks"] == {"cases": 2, "one_block": 1, "nothing_left": 1}


def test_growth_is_told_with_and_without_new_memory() -> None:
    """What costs twice as much because its memory is new does not grow by itself."""
    assert peers.growth_of([0.3, 0.3, 0.6], [0.0, 0.0, 0.3]) == pytest.approx((2.0, 1.0))
    assert peers.growth_of([0.2, 0.3], [0.0, 0.0]) == pytest.approx((1.5, 1.5))
    assert peers.growth_of([0.2, 0.3], [0.2, 0.1]) == (pytest.approx(1.5), float("inf"))
