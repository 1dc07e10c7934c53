"""Does one sentence say what a comparison found?"""

from __future__ import annotations

import dataclasses

import pytest
import synthetic

from lab.result import Result
from lab.show import sentences


@pytest.fixture
def row():
    """The invented row of value against reference on canada."""
    return next(
        row
        for row in synthetic.a_run().rows
        if (row.workload, row.build, row.candidate) == ("canada", "compiled", "value")
    )


def test_the_finding_is_the_sentence_of_the_pictures(row) -> None:
    """A result, a recording and a chart say the same words about the same row."""
    assert Result(dataclasses.replace(synthetic.a_run(), rows=(row,))).finding == sentences.finding(row)


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
