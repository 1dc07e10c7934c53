"""Does one sentence say what a comparison found?"""

from __future__ import annotations

import dataclasses

import pytest
import synthetic

from lab.model import Pair
from lab.result import Result, finding


@pytest.fixture
def row():
    """The invented row of value against reference on canada."""
    return next(
        row
        for row in synthetic.a_run().rows
        if (row.workload, row.build, row.candidate) == ("canada", "compiled", "value")
    )


def test_the_sentence_has_every_figure(row) -> None:
    """Payload, call, build, both designs, verdict, ratio with interval, bytes and peak."""
    told = finding(row)
    time = row.time
    for part in (
        f"On {row.workload} to bytes (compiled), value against reference: {row.verdict}",
        f"{time.ratio:.2f} of the time ({time.low:.2f} to {time.high:.2f})",
        f"{row.peak.ratio:.2f} of the peak",
    ):
        assert part in told
    assert told.endswith(".")


def test_what_was_not_measured_is_said(row) -> None:
    """Without time the sentence says so instead of leaving a hole."""
    assert "time was not measured" in finding(dataclasses.replace(row, time=None, verdict=None, samples={}))


def test_nothing_against_something(row) -> None:
    """A baseline of no bytes has no ratio; the sentence gives both numbers."""
    none = dataclasses.replace(row, bytes=Pair(baseline=0, candidate=12, ratio=None))
    assert "12 B against none" in finding(none)


def test_equal_bytes_are_called_the_same(row) -> None:
    """A ratio of 1 is no finding."""
    same = dataclasses.replace(row, bytes=Pair(baseline=100, candidate=100, ratio=1.0))
    assert "the same bytes allocated" in finding(same)


def test_a_scaled_payload_is_named_with_its_bytes(row) -> None:
    """Bytes that were counted on a twin are not passed off as the whole payload's."""
    scaled = dataclasses.replace(row, memory_workload="canada_20")
    assert "bytes allocated on canada_20" in finding(scaled)


def test_a_result_shows_its_first_row_and_all_verdicts(row, tmp_path) -> None:
    """The face of a comparison of several candidates."""
    run = dataclasses.replace(synthetic.a_run(), rows=(row, dataclasses.replace(row, candidate="direct")))
    result = Result(run)
    assert result.row is row
    assert result.verdicts == {"value": row.verdict, "direct": row.verdict}
    assert result.finding in repr(result)
    assert result.save(tmp_path / "r.json").exists()


def test_a_result_without_rows_is_refused() -> None:
    """Nothing measured is no result."""
    with pytest.raises(ValueError, match="at least one row"):
        Result(dataclasses.replace(synthetic.a_run(), rows=()))
