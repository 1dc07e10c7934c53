"""Are the published tables judged anew as Welch's tests have it, and do their columns follow from one another?"""

from __future__ import annotations

import io
import json
from collections import Counter

import pytest
from rich.console import Console

from lab.judge import published, welch
from lab.judge.rejudged import cells, judged
from lab.show import rejudged

PAIRS = published.comparisons()
CACHE = [one for one in judged(PAIRS) if one.published.seed == "dotnet/runtime#73338"]
BASE64 = [one for one in judged(PAIRS) if one.published.seed == "dotnet/runtime#97687"]


def found(payload: str, method: str):
    return next(one for one in CACHE if (one.published.payload, one.published.method) == (payload, method))


def test_the_writer_cache_judged_alone() -> None:
    """Of six pairs one is Faster, two are Equivalent, two Inconclusive and one, printed Same, is even Slower."""
    assert Counter(one.verdict for one in CACHE) == {"Faster": 1, "Equivalent": 2, "Inconclusive": 2, "Slower": 1}
    assert found("int", "SerializeToUtf8Bytes").verdict == "Faster"
    slower = found("Dictionary<string,string>[100]", "SerializeToUtf8Bytes")
    assert (slower.verdict, slower.published.after.printed_verdict) == ("Slower", "Same")
    assert slower.chances.slower == pytest.approx(0.039, abs=0.001)
    assert slower.chances.equivalent == pytest.approx(0.96, abs=0.005)
    equivalent = sorted(one.chance for one in CACHE if one.verdict == "Equivalent")
    assert equivalent == pytest.approx([0.0015, 0.0243], abs=0.0005)


def test_what_survives_holm() -> None:
    """Over six pairs the Slower one is not decided, nor is one of the two Equivalent ones; base64 stays Faster."""
    assert Counter(one.after_holm for one in CACHE) == {"Faster": 1, "Equivalent": 1, "Inconclusive": 4}
    assert {one.after_holm for one in BASE64} == {"Faster"} and len(BASE64) == 10
    for one in (*CACHE, *BASE64):
        assert one.adjusted >= one.chance


def test_the_adjustment_is_holms() -> None:
    """Holm's rule written out: each chance times the number of pairs not yet passed, never less than the one before."""
    by_chance = sorted(CACHE, key=lambda one: one.chance)
    worst = 0.0
    for rank, one in enumerate(by_chance):
        worst = max(worst, min(1.0, (len(by_chance) - rank) * one.chance))
        assert one.adjusted == pytest.approx(worst)


def test_tests_and_intervals_tell_the_same() -> None:
    """A pair's verdict by its three tests is the one that its 90 % interval gave."""
    for one in (*CACHE, *BASE64):
        assert one.verdict == one.published.verdict


def test_error_follows_from_the_recovered_count() -> None:
    """Every one of 32 printed Errors comes out again from StdDev and N, to a quarter of a percent."""
    spread = [cell for cell in cells(PAIRS) if cell.figure.samples]
    assert len(spread) == 32
    for cell in spread:
        assert cell.error_ns == pytest.approx(cell.figure.error_ns, rel=0.0025)
        assert cell.stderr_ns == pytest.approx(cell.figure.stddev_ns / cell.figure.samples**0.5)


def test_ratio_and_alloc_ratio_beside_the_printed() -> None:
    """Alloc Ratio follows to its last digit. Ratio does not: the printed one is no ratio of means."""
    printed = [cell for cell in cells(PAIRS) if cell.figure.printed_ratio is not None]
    assert len(printed) == 12
    for cell in printed:
        assert f"{cell.alloc_ratio:.2f}" == f"{cell.figure.printed_alloc_ratio:.2f}"
    pairs = [(cell.ratio, cell.figure.printed_ratio) for cell in printed]
    apart = {f"{means:.3f}": quotients for means, quotients in pairs if abs(means - quotients) > 0.005}
    assert apart == {"0.957": 0.98, "1.056": 1.08}


def test_a_baseline_that_allocates_nothing_has_no_alloc_ratio() -> None:
    """BenchmarkDotNet prints NA there; so the cell has None and not a division by zero."""
    free = [cell for cell in cells(PAIRS) if cell.figure.alloc_bytes == 0]
    assert free and all(cell.alloc_ratio is None for cell in free)


def test_swift_has_rates_and_no_verdict() -> None:
    """Where no spread was published there is a ratio alone."""
    swift = [one for one in judged(PAIRS) if one.published.seed.startswith("swift")]
    assert len(swift) == 4 and {(one.chances, one.verdict, one.after_holm) for one in swift} == {(None, None, None)}


def test_chances_are_welchs() -> None:
    """Equal means far inside the margin are equivalent; p comes from scipy's test on samples with those moments."""
    import numpy as np
    from scipy import stats

    numbers = np.random.default_rng(5)
    before, after = numbers.normal(100, 2, 14), numbers.normal(104, 3, 17)

    def moments(values: np.ndarray) -> welch.Moments:
        return welch.Moments(mean=values.mean(), stddev=values.std(ddof=1), samples=len(values))

    told = welch.chances(moments(before), moments(after), margin=0.03)
    slower = stats.ttest_ind(after, before * 1.03, equal_var=False, alternative="greater").pvalue
    assert told.slower == pytest.approx(slower)
    assert told.of("Inconclusive") == 1.0 and told.of("Slower") == told.slower


def test_the_tables_say_it_all() -> None:
    """Every pair and every cell has its line in terminal, page and Markdown; brief leaves the cells out."""
    whole, brief = rejudged.table(PAIRS), rejudged.table(PAIRS, brief=True)
    assert [len(grid.rows) for grid in whole.grids] == [6, 12, 10, 20, 4]
    assert [len(grid.rows) for grid in brief.grids] == [6, 10, 4]
    for text in (str(whole), whole.html(), whole.markdown()):
        assert "15+13" in text and "0.118" in text and "Inconclusive" in text


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_narrow_terminal_is_told_what_it_misses(width: int) -> None:
    """No line is wider than the terminal, and the columns that had to go are named."""
    out = io.StringIO()
    Console(file=out, width=width).print(rejudged.table(PAIRS))
    assert max(map(len, out.getvalue().splitlines())) <= width
    assert "Left out at" in out.getvalue()


def test_it_is_plain_data() -> None:
    """``--json`` has every judgement and every cell, as strict JSON."""
    plain = json.loads(json.dumps(rejudged.to_json(PAIRS), allow_nan=False))
    assert [len(plain[name]) for name in ("rejudged", "recomputed")] == [20, 38]
    assert plain["rejudged"][5]["chances"]["equivalent"] > 0.9
