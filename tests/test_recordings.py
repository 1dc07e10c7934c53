"""Does a recorded run show what it found, say when it was made, and name what it does not have?"""

from __future__ import annotations

import dataclasses

import pytest
import synthetic

from lab.show.recordings import NotRecordedError, Recording


@pytest.fixture
def recording() -> Recording:
    return Recording(synthetic.a_run(replayed=True), "tree")


def test_says_when_and_where_it_was_made(recording: Recording) -> None:
    """The banner has the date and the machine."""
    banner = recording._repr_html_()
    assert "Recorded 2026-01-02" in banner and "Example Processor" in banner


def test_prefers_the_compiled_build(recording: Recording) -> None:
    """Without being asked for a build, everything shown comes from the compiled one where it was recorded."""
    assert recording.build == "compiled" and recording.row("canada").build == "compiled"
    assert recording.row("canada", build="interpreted").build == "interpreted"


def test_falls_back_to_the_build_it_has() -> None:
    """A run recorded without a compiler shows the interpreted build, never an empty chart."""
    recording = Recording(synthetic.a_run(builds=("interpreted",)), "tree")
    assert recording.build == "interpreted" and recording.ratios().rows


def test_a_row_is_found_by_any_of_its_fields(recording: Recording) -> None:
    """A row is picked by its payload and, where there are several, by candidate or method."""
    assert recording.row("canada").candidate == "value"
    assert recording.row("canada", candidate="direct").candidate == "direct"


def test_what_was_not_recorded_is_named(recording: Recording) -> None:
    """A wrong payload lists what the run has."""
    with pytest.raises(NotRecordedError, match=r"Nothing was recorded for canda.*canada to_bytes value"):
        recording.row("canda")


def test_another_experiments_rows_stay_out(recording: Recording) -> None:
    """A run may hold all experiments; a recording shows its own only."""
    assert {row.experiment for row in recording.rows} == {"tree"}
    assert "writer" not in recording.table().markdown()


def test_the_finding_is_made_from_the_row(recording: Recording) -> None:
    """The sentence changes with the numbers."""
    row = recording.row("canada")
    other = dataclasses.replace(row, time=dataclasses.replace(row.time, ratio=0.5, low=0.49, high=0.51))
    changed = Recording(dataclasses.replace(recording.run, rows=(other,)), "tree")
    assert "0.50" in changed.finding("canada") and changed.finding("canada") != recording.finding("canada")


def test_the_picture_is_that_of_its_experiment(recording: Recording) -> None:
    """Each experiment tells its story by a picture of its own."""
    assert recording.picture().name == "live"
    assert Recording(recording.run, "writer").picture().name != "live"


def test_published_shows_the_pairs_of_its_own_source_only() -> None:
    """The writer's notebook shows the writer's published pairs, not those of the other two."""
    text = Recording(synthetic.a_run(), "writer").published().markdown()
    assert "73338" in text and "97687" not in text
