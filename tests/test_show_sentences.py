"""Is every sentence above a picture true, whichever way the figures point?"""

from __future__ import annotations

import dataclasses

import pytest
import synthetic

from lab.judge import frames
from lab.model import Curve, Pair
from lab.show import sentences


def curve(design: str, *bytes_: int) -> Curve:
    return Curve(
        experiment="writer",
        method="to_bytes",
        build="compiled",
        design=design,
        result_bytes=(100, 1000, 10_000)[: len(bytes_)],
        bytes=bytes_,
        retained=0,
    )


def test_one_row_in_one_sentence() -> None:
    """A finding has who, on what, the ratio with its interval and verdict, bytes and peak."""
    assert sentences.finding(synthetic.a_row()) == (
        "On login to_bytes (compiled), cached takes 0.90 [0.88, 0.92] of fresh's time (◀ Faster), "
        "allocates 116 B instead of 268 B and peaks at 116 B instead of 268 B."
    )


def test_equal_bytes_are_called_the_same() -> None:
    """Two designs that allocate alike are said to, not given a ratio of 1."""
    row = synthetic.a_row(bytes=Pair(baseline=1384, candidate=1384, ratio=1.0), peak=None, time=None)
    assert sentences.finding(row).endswith("cached allocates the same 1.38 kB.")


def test_a_small_saving_on_much_is_not_rounded_away() -> None:
    """152 bytes of 2 MB are said exactly, since both would round to the same size."""
    row = synthetic.a_row(bytes=Pair(baseline=2_000_152, candidate=2_000_000, ratio=0.9999))
    assert sentences.allocated(row) == "allocates 2 MB, 152 B less"


def test_nothing_measured_is_said() -> None:
    """A row without any figure says so."""
    row = synthetic.a_row(time=None, bytes=None, peak=None, verdict=None)
    assert "nothing was measured" in sentences.finding(row)


@pytest.mark.parametrize(
    ("saved", "words"),
    [
        ((152, 152, 152), "exactly 152 B less a call than fresh at every size"),
        ((-40, -40, -40), "exactly 40 B more a call than fresh at every size"),
        ((152, 150, 20), "152 B less to 20 B less a call than fresh"),
    ],
)
def test_the_gap_of_two_writers(saved: tuple[int, ...], words: str) -> None:
    """The growth title says how much is saved, and only calls it constant where it is."""
    fresh = curve("fresh", 300, 1200, 10_200)
    cached = curve("cached", *(cost - less for cost, less in zip(fresh.bytes, saved, strict=True)))
    assert words in sentences.growth(fresh, cached)


def test_a_growing_gap_is_not_labelled_constant() -> None:
    """The bracket between two curves says a range where the gap changes."""
    assert sentences.gap_label(curve("fresh", 300, 1200), curve("cached", 148, 1190)) == "10 B to 152 B"


def test_the_temporary_is_the_difference_of_the_peaks() -> None:
    """The base64 title has both peaks and what lies between them."""
    copying, direct = synthetic.a_run().traces[:2]
    said = sentences.temporary(copying, direct)
    assert (
        said == "On blob_1m, copying peaks at 2.8 MB and holds a temporary of 1.4 MB; direct peaks at 1.4 MB"
    )
    assert "at the same" in sentences.temporary(copying, dataclasses.replace(copying, design="direct"))


def test_boxes_are_counted_or_not_claimed() -> None:
    """Without a profile the tree's title speaks of peaks and claims no boxes."""
    traces = synthetic.a_run().traces[2:]
    said = sentences.boxes(traces, {"reference": 5200, "value": 577, "direct": 0}, counted_on="canada_20")
    assert said == (
        "On canada_20, reference holds 5,200 boxes before it writes byte one, value holds 577 boxes "
        "and direct holds no boxes"
    )
    assert "box" not in sentences.boxes(traces, {})


def test_verdicts_are_counted_by_candidate() -> None:
    """The title of a ratio chart counts what each candidate was found to be."""
    rows = [
        synthetic.a_row(),
        synthetic.a_row(workload="int", verdict="Inconclusive"),
        synthetic.a_row(candidate="unpooled", verdict="Slower"),
    ]
    said = sentences.verdicts(rows)
    assert said.startswith(
        "cached against fresh: 1 Faster, 1 Inconclusive, exactly 152 B less a call each time"
    )
    assert "unpooled against fresh: 1 Slower" in said


def test_a_difference_says_where_in_bytes_that_add_up() -> None:
    """The sentence over a difference has the exact total and the phases that changed."""
    a, b = synthetic.a_profile("reference"), synthetic.a_profile("value")
    said = sentences.difference(frames.difference(a, b), "reference", "value")
    assert said.startswith(f"value allocates {sum(a.bytes) - sum(b.bytes):,} B less than reference")
    assert "build −6.4 kB" in said


def test_the_same_bytes_elsewhere_are_called_that() -> None:
    """Equal totals in other phases are not called equal, and equal phases are."""
    a = synthetic.a_profile("reference")
    assert "in the same phases" in sentences.difference(frames.difference(a, a), "reference", "again")
    moved = dataclasses.replace(a, phase=tuple(0 if phase == 6 else phase for phase in a.phase))
    said = sentences.difference(frames.difference(a, moved), "reference", "moved")
    assert "spread differently: " in said and "result −1.93 kB" in said


def test_a_replayed_run_says_when_and_where() -> None:
    """The banner has the day, the machine and the Python of the recording."""
    said = sentences.recorded(synthetic.a_run(replayed=True))
    assert said == (
        "Recorded 2026-01-02 03:04:05+01:00 on Example CPU, 2 cores, Linux 6.1 with Python 3.11.7; "
        "nothing was measured here."
    )
