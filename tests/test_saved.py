"""Does a run survive its file, and is a foreign file refused?"""

from __future__ import annotations

import dataclasses
import json
import math
from pathlib import Path

import pytest
import synthetic

from lab import places, saved
from lab.errors import ForeignResultError
from lab.model import SCHEMA, TimeRatio


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
        ('{"schema": "encoder-lab/3"}', "Update the lab"),
        ('{"schema": "encoder-lab/0"}', "not a result of this lab"),
        ('{"schema": "encoder-lab/²"}', "not a result of this lab"),
        (f'{{"schema": "encoder-lab/{"9" * 5000}"}}', "not a result of this lab"),
        ('{"schema": "encoder-lab/1"}', "damaged"),
        ('{"schema": "encoder-lab/1", "quick": NaN}', "NaN is no JSON"),
        ('{"schema": "encoder-lab/1", "quick": ' + "9" * 5000 + "}", "not JSON"),
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


def test_a_file_of_the_first_schema_loads() -> None:
    """A run as the lab first wrote it, without the fields that came later, is the same run with their defaults."""
    run = synthetic.a_run()
    plain = json.loads(saved.text(run)) | {"schema": "encoder-lab/1"}
    later = {"Row": ("gc", "collections", "run"), "Profile": ("run",), "Trace": ("run",), "Curve": ("run",)}
    for part, kind in (("rows", "Row"), ("profiles", "Profile"), ("traces", "Trace"), ("curves", "Curve")):
        for one in plain[part]:
            for name in later[kind]:
                del one[name]
    del plain["sources"]
    assert saved.from_json(plain, source="a test") == dataclasses.replace(run, replayed=True)


def test_the_recorded_runs_load() -> None:
    """Those that the notebooks open with, whatever schema they were written in."""
    for place in sorted((places.folder("data") / "recorded").glob("*.json")):
        assert saved.load(place).rows


def test_what_is_not_finite_is_null(tmp_path: Path) -> None:
    """NaN and both infinities in samples, ratios and facts are null in the file, and NaN where a number must be."""
    odd = {"ratio": math.nan, "high": math.inf, "min_ratio": -math.inf}
    time = TimeRatio(**odd, low=0.1, baseline_ns=1, candidate_ns=2, pairs=1)
    row = synthetic.a_row(time=time, samples={"baseline": (math.nan,), "candidate": (1.0,)})
    run = dataclasses.replace(synthetic.a_run(), rows=(row,), environment={"load": math.inf, "deep": [{"x": math.nan}]})
    place = saved.save(run, tmp_path / "run.json")
    plain = json.loads(place.read_text(), parse_constant=lambda name: pytest.fail(name))
    assert [name for name, value in plain["rows"][0]["time"].items() if value is None] == ["ratio", "high", "min_ratio"]
    assert plain["rows"][0]["samples"] == {"baseline": [None], "candidate": [1.0]}
    assert plain["environment"] == {"load": None, "deep": [{"x": None}]}
    back = saved.load(place)
    assert math.isnan(back.rows[0].time.high) and math.isnan(back.rows[0].samples["baseline"][0])


def test_numpys_numbers_are_numbers(tmp_path: Path) -> None:
    """Scalars and arrays of numpy, also beyond 63 bits, become plain numbers and lists."""
    import numpy as np

    facts = {"n": np.int64(3), "big": np.uint64(2**64 - 1), "some": np.array([1.5, np.nan])}
    run = dataclasses.replace(synthetic.a_run(), environment=facts)
    plain = json.loads(saved.save(run, tmp_path / "run.json").read_text())
    assert plain["environment"] == {"n": 3, "big": 2**64 - 1, "some": [1.5, None]}


def test_a_huge_file_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more than the limit is read, so an endless device is refused too."""
    with pytest.raises(ForeignResultError, match="more than 256 MiB"):
        saved.load("/dev/zero")
    monkeypatch.setattr(saved, "LARGEST", 100)
    place = saved.save(synthetic.a_run(), tmp_path / "run.json")
    with pytest.raises(ForeignResultError, match="that is no result"):
        saved.load(place)


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    """Every shorter beginning of a run's file is told as cut short, never half loaded and never a crash."""
    content = saved.text(dataclasses.replace(synthetic.a_run(), rows=(synthetic.a_row(),), profiles=(), traces=()))
    place = tmp_path / "cut.json"
    for end in range(0, len(content) - 1, 97):
        place.write_text(content[:end])
        with pytest.raises(ForeignResultError, match="cut short"):
            saved.load(place)


@pytest.mark.parametrize(
    ("part", "change", "why"),
    [
        ("profiles", {"bytes": [1]}, "different lengths"),
        ("profiles", {"places": []}, "different lengths"),
        ("profiles", {"name": [10**6] * 9}, "beyond its"),
        ("profiles", {"parent": [5] * 9}, "parent does not come before"),
        ("traces", {"live": [1]}, "different lengths"),
        ("curves", {"bytes": [1]}, "different lengths"),
        ("rows", {"samples": {"baseline": [1.0], "candidate": []}}, "different lengths"),
        ("rows", {"run": "elsewhere"}, "not among its sources"),
    ],
)
def test_columns_that_do_not_fit_are_found(part: str, change: dict, why: str) -> None:
    """A file whose columns differ in length or point nowhere is damaged, before anything is drawn from it."""
    plain = json.loads(saved.text(synthetic.a_run()))
    plain[part][0] |= change
    with pytest.raises(ForeignResultError, match=why):
        saved.from_json(plain, source="a test")
