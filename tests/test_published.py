"""Do published cells give back what their authors left out, and is agreement claimed only where it is?"""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import pytest
from synthetic import a_row

from lab.errors import DataError
from lab.judge import published, welch
from lab.model import Pair, TimeRatio

PAIRS = published.comparisons()
DOTNET = [pair for pair in PAIRS if pair.seed.startswith("dotnet")]


def find(payload: str, method: str, mode: str | None = None) -> published.Comparison:
    return next(p for p in PAIRS if (p.payload, p.method, p.mode) == (payload, method, mode))


def measured(
    *, ratio: float = 0.95, verdict: str = "Faster", baseline: float = 184, candidate: float = 32
) -> list:
    """One row of the lab for the int's bytes in the writer experiment."""
    time = TimeRatio(
        ratio=ratio,
        low=ratio - 0.01,
        high=ratio + 0.01,
        min_ratio=ratio,
        baseline_ns=100,
        candidate_ns=95,
        pairs=9,
    )
    memory = Pair(baseline=baseline, candidate=candidate, ratio=candidate / baseline if baseline else None)
    return [a_row(workload="int", time=time, verdict=verdict, bytes=memory)]


def beside(**figures: object) -> published.Beside:
    pairs = published.beside(measured(**figures))
    return next(pair for pair in pairs if pair.measured)


def test_every_published_cell_is_there() -> None:
    """Six pairs of the writer cache, ten of base64, two of Swift against each of two older versions."""
    assert [sum(p.seed == seed for p in PAIRS) for seed in dict.fromkeys(p.seed for p in PAIRS)] == [6, 10, 4]


@pytest.mark.parametrize("samples", [12, 15, 20])
def test_the_sample_count_is_recovered(samples: int) -> None:
    """Error and StdDev computed for N samples give N back, rounded to four digits as they are printed."""
    from scipy.stats import t

    stddev = 2.184
    error = float(f"{t.ppf(0.9995, samples - 1) * stddev / math.sqrt(samples):.4g}")
    assert welch.recover_samples(error=error, stddev=stddev) == samples


def test_an_impossible_error_gives_no_count() -> None:
    """An Error that no number of samples explains is not explained."""
    assert welch.recover_samples(error=50.0, stddev=1.0) is None
    assert welch.recover_samples(error=0.0, stddev=1.0) is None


def test_every_dotnet_cell_has_a_plausible_count() -> None:
    """The published runs took 12 to 20 iterations, every one of them."""
    assert all(12 <= side.samples <= 20 for pair in DOTNET for side in (pair.before, pair.after))


def test_the_writer_cache_saves_a_constant() -> None:
    """152 bytes in every published cell, whatever the payload."""
    assert {p.bytes_saved for p in PAIRS if p.seed.endswith("#73338")} == {152}


def test_base64_saves_no_allocated_byte() -> None:
    """The temporary came from a pool, so Allocated never changed, zero included."""
    assert {p.bytes_ratio for p in PAIRS if p.seed.endswith("#97687")} == {1.0}


def test_same_is_not_equivalent() -> None:
    """Of five cells printed "Same", two are Equivalent, two Inconclusive and one even Slower."""
    printed = [p for p in PAIRS if p.after.printed_verdict == "Same"]
    assert sorted(p.verdict for p in printed) == ["Equivalent"] * 2 + ["Inconclusive"] * 2 + ["Slower"]
    assert find("int", "SerializeToUtf8Bytes").verdict == "Faster"


def test_the_intervals_invert_welchs_test() -> None:
    """At each end of a ratio's interval, Welch's one-sided test of that ratio has p = 5 %."""
    from scipy.stats import ttest_ind_from_stats

    for pair in DOTNET:
        for end, tail in ((pair.low, "less"), (pair.high, "greater")):
            p = ttest_ind_from_stats(
                pair.before.mean_ns * end,
                pair.before.stddev_ns * end,
                pair.before.samples,
                pair.after.mean_ns,
                pair.after.stddev_ns,
                pair.after.samples,
                equal_var=False,
                alternative=tail,
            ).pvalue
            # The degrees of freedom are taken at the estimate, not at the end: a small difference.
            assert p == pytest.approx(0.05, abs=0.004)


def test_swifts_rates_become_times() -> None:
    """13 and 20 encodes per second are a time ratio of 0.65, without an interval or a verdict."""
    pair = next(p for p in PAIRS if p.payload == "Canada" and p.before.variant == "before")
    assert pair.ratio == pytest.approx(13 / 20)
    assert (pair.low, pair.verdict) == (None, None)


def test_the_older_swift_has_no_counterpart() -> None:
    """Against 5.10 more than the tree changed, so no row of ours answers it."""
    assert [p.counterpart for p in PAIRS if p.before.variant == "5.10"] == [None, None]


def test_a_row_stands_beside_its_own_cell_only() -> None:
    """One measured row fills one published cell; the rest say that nothing was measured."""
    pairs = published.beside(measured())
    assert sum(pair.measured is not None for pair in pairs) == 1
    assert {pair.time for pair in pairs if pair.measured is None} == {"not measured"}
    assert not any(pair.measured for pair in published.beside(measured(), build="interpreted"))


@pytest.mark.parametrize(("mode", "published_as"), [("generated", "SourceGen"), ("reflection", "Reflection")])
def test_like_stands_beside_like(mode: str, published_as: str) -> None:
    """A row stands only beside the figure for its own way to find a class's fields; one without says nothing."""
    row = a_row(
        experiment="base64", workload="binary_1k", method="to_str", mode=mode, baseline="copying", candidate="direct"
    )
    pairs = [pair for pair in published.beside([row]) if pair.measured]
    assert [pair.published.mode for pair in pairs] == [published_as]
    (pair,) = (pair for pair in published.beside([a_row(workload="int", mode=mode)]) if pair.measured)
    assert pair.published.mode is None


@pytest.mark.parametrize(
    ("figures", "agreement"),
    [
        ({"ratio": 0.95}, "agrees"),
        ({"ratio": 0.50}, "direction only"),
        ({"ratio": 1.00, "verdict": "Equivalent"}, "differs"),
        ({"ratio": 1.20, "verdict": "Slower"}, "differs"),
        ({"ratio": 0.95, "verdict": "Inconclusive"}, "undecided"),
    ],
)
def test_time_agrees_in_direction_and_size_only(figures: dict, agreement: str) -> None:
    """Beside 0.94, published as Faster: the same class agrees, another class only in direction."""
    assert beside(**figures).time == agreement


@pytest.mark.parametrize(
    ("baseline", "candidate", "agreement"),
    [(300, 100, "agrees"), (300, 250, "direction only"), (300, 300, "differs"), (0, 0, "differs")],
)
def test_bytes_agree_likewise(baseline: float, candidate: float, agreement: str) -> None:
    """Beside 184 to 32 bytes: another large saving agrees, none differs, even where nothing was allocated."""
    assert beside(baseline=baseline, candidate=candidate).bytes == agreement


def test_a_small_saving_of_bytes_is_a_saving() -> None:
    """Times 2 % apart are the same; bytes 2 % apart are not, and agree with 4 % fewer."""
    assert published.agreement(0.98, 1.0) == "agrees"
    assert published.agreement(0.98, 1.0, margin=0) == "differs"
    assert published.agreement(0.98, 0.96, margin=0) == "agrees"


def test_pairs_are_plain_data() -> None:
    """A pair turns into JSON-ready values, as --json needs."""
    assert dataclasses.asdict(PAIRS[0])["before"]["samples"] == 15


@pytest.mark.parametrize("content", ["", "[]x", '[{"seed": 1}]', "{}"])
def test_a_foreign_file_is_refused(tmp_path: Path, content: str) -> None:
    """A file that is not published figures is named, with one message."""
    place = tmp_path / "published.json"
    place.write_text(content)
    with pytest.raises(DataError, match=r"published\.json"):
        published.comparisons(place)
