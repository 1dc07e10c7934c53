"""Does a run look as BenchmarkDotNet would print it, to the digit, the unit and the column?"""

from __future__ import annotations

import json
import random

import pytest
import synthetic

from lab import places
from lab.errors import UnknownNameError
from lab.model import Pair
from lab.result import Result
from lab.show import printed, views

PUBLISHED = json.loads((places.folder("data") / "published.json").read_text())
COLUMNS = ("Method", "Mode", "Job", "Mean", "Error", "StdDev", "Median", "Min", "Max", "Ratio", "MannWhitney(3%)")


def rival(ratio: float, *, count: int = 15, spread: float = 0.04, **changes: object):
    numbers = random.Random(7)
    before = tuple(100 * (1 + spread * numbers.gauss(0, 1)) for _ in range(count))
    after = tuple(100 * ratio * (1 + spread * numbers.gauss(0, 1)) for _ in range(count))
    return synthetic.a_row(samples={"baseline": before, "candidate": after}, **changes)


def column(table: object, name: str) -> list[str]:
    (grid,) = table.grids
    return [row[grid.headings.index(name)] for row in grid.rows]


@pytest.mark.parametrize("name", sorted({row["experiment"] for row in PUBLISHED if "dotnet" in row["seed"]}))
def test_times_are_printed_as_published(name: str) -> None:
    """Given the published figures, every published time comes out letter by letter: unit, decimals and all."""
    rows = [row for row in PUBLISHED if row["experiment"] == name]
    means = [row["mean_ns"] for row in rows]
    for title, field in (("Mean", "mean"), ("Error", "error"), ("StdDev", "stddev"), ("Median", "median")):
        told = printed.times([row[f"{field}_ns"] for row in rows], like=means, child=field in ("error", "stddev"))
        assert told == [row["printed"][title] for row in rows]


@pytest.mark.parametrize(
    ("values", "alone"),
    [([1000.0], 1), ([100.0], 1), ([10.0], 2), ([1.0], 3), ([0.1], 4), ([0.0001], 4), ([0.0], 1), ([], 1)],
)
def test_decimals_are_benchmarkdotnets(values: list[float], alone: int) -> None:
    """The table in the tests of its DisplayPrecisionManager."""
    assert printed.decimals(values) == alone


def test_the_columns_of_an_era() -> None:
    """Those of the published tables in their order, whatever is large enough to be printed."""
    for era, base in (("0.13", "Base"), ("0.14", "Baseline")):
        (grid,) = printed.table([rival(1.2)], era=era).grids
        assert grid.headings == (*COLUMNS, "RatioSD", "Allocated", "Alloc Ratio")
        assert column(printed.table([rival(1.2)], era=era), "MannWhitney(3%)") == [base, "Slower"]


def test_a_small_spread_is_no_column() -> None:
    """RatioSD is hidden where it is 0.00 or 0.01 everywhere, and a note says so."""
    table = printed.table([rival(1.2, spread=0.004)], era="0.13")
    (grid,) = table.grids
    assert "RatioSD" not in grid.headings and "RatioSD" in " ".join(grid.notes)


def test_the_baselines_own_spread() -> None:
    """0.13 pairs a baseline with itself and finds none; 0.14 divides all by all and finds some."""
    old, new = (column(printed.table([rival(1.2)], era=era), "RatioSD")[0] for era in ("0.13", "0.14"))
    assert old == "0.00" and float(new) > 0.02


def test_bytes_as_benchmarkdotnet_has_them() -> None:
    """Plain bytes; a dash for none, NA for a ratio to none, three decimals where two would be nothing."""
    none = printed.table([rival(1.2, bytes=Pair(baseline=0, candidate=5, ratio=None))], era="0.13")
    assert column(none, "Allocated") == ["-", "5 B"] and column(none, "Alloc Ratio") == ["NA", "NA"]
    little = printed.table([rival(1.2, bytes=Pair(baseline=12008, candidate=40, ratio=40 / 12008))], era="0.13")
    assert column(little, "Allocated") == ["12008 B", "40 B"]
    assert column(little, "Alloc Ratio") == ["1.000", "0.003"]


def test_a_row_that_was_not_timed_is_na() -> None:
    """Nothing is made up for a row without samples."""
    table = printed.table([synthetic.a_row(time=None, verdict=None, samples={})], era="0.13")
    assert column(table, "Mean") == ["NA", "NA"] and column(table, "MannWhitney(3%)") == ["NA", "NA"]


def test_outliers_are_told() -> None:
    """Upper ones are dropped before any column is computed; the note counts them."""
    row = synthetic.a_row(samples={"baseline": (*[100.0 + n for n in range(9)], 900.0), "candidate": (50.0,) * 10})
    table = printed.table([row], era="0.13")
    assert column(table, "Max") == ["108.00 ns", "50.00 ns"]
    assert "1 upper outlier dropped" in " ".join(table.grids[0].notes)


def test_bytes_of_a_scaled_payload_are_told() -> None:
    """Where bytes were counted on a scaled twin, times and bytes of one line are of two payloads: a note says so."""
    (grid,) = printed.table([rival(1.2, workload="canada", memory_workload="canada_20")]).grids
    assert any("counted on canada_20" in note for note in grid.notes)


def test_one_table_a_payload() -> None:
    """Units and decimals are of one payload, as BenchmarkDotNet prints one table a type."""
    table = printed.table(synthetic.a_run(), era="0.14")
    captions = [grid.caption for grid in table.grids]
    assert len(captions) == len(set(captions)) == 2 * 11
    text = str(table)
    assert "μs" in text and "ns" in text and "Perfolizer 0.3.17" in text


def test_the_threshold_is_the_runs_margin() -> None:
    """A run judged with another margin has that in the column's name, as BenchmarkDotNet has its threshold there."""
    result = Result(synthetic.a_run())
    result.run.environment["margin"] = 0.05
    (heading,) = {name for name in result.table(as_printed="0.13").grids[0].headings if name.startswith("Mann")}
    assert heading == "MannWhitney(5%)"
    assert "MannWhitney(10%)" in result.table(as_printed="0.14", margin=0.1).markdown()


def test_another_era_is_refused() -> None:
    """With the eras that there are."""
    with pytest.raises(UnknownNameError, match=r"0\.13, 0\.14"):
        views.table(synthetic.a_run(), as_printed="0.12")


def test_collections_are_generations() -> None:
    """Per 1000 operations in four decimals, a dash for none; a generation that never ran is no column."""
    row = rival(1.2, collections={"baseline": (1.1623, 0.0375, 0.0), "candidate": (0.5759, 0.0, 0.0)})
    table = printed.table([row], era="0.13")
    assert column(table, "Gen0") == ["1.1623", "0.5759"] and column(table, "Gen1") == ["0.0375", "-"]
    assert "Gen2" not in table.grids[0].headings and "Gen2" in " ".join(table.grids[0].notes)
