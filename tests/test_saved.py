"""Does a run survive its file, and is a foreign file refused?"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest
import synthetic

from lab import saved
from lab.errors import ForeignResultError
from lab.model import SCHEMA


def test_a_run_comes_back_as_it_was(tmp_path: Path) -> None:
    """Every row, tree, trace, curve and remark, with its types; only the mark of a replay is new."""
    run = synthetic.a_run()
    back = saved.load(saved.save(run, tmp_path / "run.json"))
    assert back == dataclasses.replace(run, replayed=True)
    assert isinstance(back.rows[0].samples["baseline"], tuple)


def test_the_file_is_strict_json_with_its_schema(tmp_path: Path) -> None:
    """Readers of other languages meet no NaN, and find schema, run id, environment, seeds and rows."""
    place = saved.save(synthetic.a_run(), tmp_path / "run.json")
    plain = json.loads(place.read_text(), parse_constant=lambda name: pytest.fail(name))
    assert plain["schema"] == SCHEMA
    assert {"run_id", "environment", "seeds", "rows"} <= plain.keys()
    assert {"experiment", "workload", "method", "mode", "build", "time", "bytes", "verdict"} <= plain["rows"][
        0
    ].keys()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not JSON"),
        ('{"schema": "encoder-lab/1", "rows"', "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[1, 2]", "not a result of this lab"),
        ('{"schema": "pyperf/1"}', "not a result of this lab"),
        ('{"schema": "encoder-lab/x"}', "not a result of this lab"),
        ('{"schema": "encoder-lab/2"}', "Update the lab"),
        ('{"schema": "encoder-lab/1"}', "damaged"),
    ],
)
def test_foreign_files_are_refused(tmp_path: Path, text: str, why: str) -> None:
    """What is no run of this lab, or of a newer one, or cut short, is named as such."""
    place = tmp_path / "foreign.json"
    place.write_text(text)
    with pytest.raises(ForeignResultError, match=why):
        saved.load(place)


def test_a_missing_file(tmp_path: Path) -> None:
    """So is a file that is not there."""
    with pytest.raises(ForeignResultError, match="cannot be read"):
        saved.load(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rows": 3}, "not a list"),
        ({"quick": "yes"}, "not a bool"),
        ({"extra": 1}, "has no extra"),
        ({"rows": [{}]}, "damaged"),
        ({"seeds": {"order": "x"}}, "not a int"),
    ],
)
def test_damaged_values_are_found(change: dict, why: str) -> None:
    """A field of the wrong type is told now, not by a drawing later."""
    plain = json.loads(json.dumps(synthetic.a_run().to_json())) | change
    with pytest.raises(ForeignResultError, match=why):
        saved.from_json(plain, source="a test")


def test_an_unknown_verdict_is_refused() -> None:
    """A word that is none of the four verdicts is damage."""
    plain = json.loads(json.dumps(synthetic.a_run().to_json()))
    plain["rows"][0]["verdict"] = "Better"
    with pytest.raises(ForeignResultError, match="Better"):
        saved.from_json(plain, source="a test")
