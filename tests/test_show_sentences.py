"""Is every sentence above a picture true, whichever way the figures point?"""

from __future__ import annotations

import dataclasses
import itertools

import pytest
import synthetic
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.judge import frames
from lab.measure.environment import environment
from lab.model import Curve, Pair
from lab.show import sentences

# The machine is shared, so an example may take any time.
REPEATABLE = settings(deadline=None, derandomize=True)
RUN = synthetic.a_run()


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
    assert sentences.finding(row).endswith("cached was not timed and allocates the same 1.38 kB.")


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
        ((152, 152, 152), "allocates exactly 152 B less per call than fresh at every size: 51 % of fresh's bytes"),
        ((-40, -40, -40), "allocates exactly 40 B more per call than fresh at every size: 13 % of fresh's bytes"),
        ((150, 152, 20), "allocates 20 B to 152 B less per call than fresh at every size"),
        ((-20, -152, -30), "allocates 20 B to 152 B more per call than fresh at every size"),
        ((152, 0, -40), "allocates 40 B more to 152 B less per call than fresh at every size"),
        ((152, 0, 0), "allocates 0 B to 152 B less per call than fresh at every size"),
        ((0, 0, 0), "allocates the same bytes per call as fresh at every size"),
        ((7,), "allocates exactly 7 B less per call than fresh at 100 B"),
    ],
)
def test_the_gap_of_two_writers(saved: tuple[int, ...], words: str) -> None:
    """The growth title says how much is saved, and only calls it constant where it is."""
    fresh = curve("fresh", *(300, 1200, 10_200)[: len(saved)])
    cached = curve("cached", *(cost - less for cost, less in zip(fresh.bytes, saved, strict=True)))
    assert words in sentences.growth(fresh, cached)


def test_a_growing_gap_is_not_labelled_constant() -> None:
    """The bracket between two curves says a range where the gap changes."""
    assert sentences.gap_label(curve("fresh", 300, 1200), curve("cached", 148, 1190)) == "10 B to 152 B less"
    assert sentences.gap_label(curve("fresh", 300), curve("cached", 340)) == "40 B more at every size"
    assert sentences.gap_label(curve("fresh", 300), curve("cached", 300)) == "the same at every size"


def test_the_temporary_is_the_difference_of_the_peaks() -> None:
    """The base64 title has both peaks and what lies between them."""
    copying, direct = synthetic.a_run().traces[:2]
    said = sentences.temporary(copying, direct)
    assert (
        said == "On blob_1m, copying peaks at 2.8 MB and holds a temporary of 1.4 MB; direct peaks at 1.4 MB"
    )
    assert "direct peak at the same" in sentences.temporary(copying, dataclasses.replace(copying, design="direct"))


def test_a_baseline_with_the_lower_peak_saves_nothing() -> None:
    """Where the candidate holds more, the sentence says so of the candidate."""
    copying, direct = synthetic.a_run().traces[:2]
    assert sentences.temporary(direct, copying) == (
        "On blob_1m, direct peaks at 1.4 MB; copying peaks 1.4 MB higher, at 2.8 MB"
    )
    empty = dataclasses.replace(direct, event=(), live=())
    assert "empty peaks at 0 B; copying" in sentences.temporary(dataclasses.replace(empty, design="empty"), copying)


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
        "cached against fresh: 1 Faster, 1 Inconclusive, exactly 152 B less per call each time"
    )
    assert "unpooled against fresh: 1 Slower" in said


def test_a_difference_says_where_in_bytes_that_add_up() -> None:
    """The sentence over a difference has the exact total and the phases that changed."""
    a, b = synthetic.a_profile("reference"), synthetic.a_profile("value")
    said = sentences.difference(frames.difference(a, b), "reference", "value")
    assert said.startswith(f"value allocates {sum(a.bytes) - sum(b.bytes):,} B less than reference")
    assert "build −6.4 kB" in said


def test_a_difference_says_what_became_of_what() -> None:
    """Both totals and the signed change stand there, so that 15 % left is not taken for 15 % saved."""
    a = dataclasses.replace(synthetic.a_profile("direct"), bytes=(0, 0, 227))
    small = {name: getattr(a, name)[:3] for name in ("name", "parent", "phase", "blocks")}
    a = dataclasses.replace(a, **small)
    b = dataclasses.replace(a, bytes=(0, 0, 35))
    there = sentences.difference(frames.difference(a, b), "fresh", "cached")
    assert "192 B less than fresh on" in there and ": 227 B become 35 B (−85 %); " in there
    assert ": 35 B become 227 B (+549 %); " in sentences.difference(frames.difference(b, a), "cached", "fresh")


def test_a_difference_and_its_mirror_point_opposite_ways() -> None:
    """Seen from the other design, less is more and every phase has the other sign."""
    a, b = synthetic.a_profile("reference"), synthetic.a_profile("value")
    there = sentences.difference(frames.difference(a, b), "reference", "value")
    back = sentences.difference(frames.difference(b, a), "value", "reference")
    assert " B less than reference on canada" in there and " B more than value on canada" in back
    assert "build −6.4 kB" in there and "build +6.4 kB" in back


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
        "Recorded 2026-01-02 03:04 UTC+01:00 on Example Processor, 2 processors, Linux 6.1, Python 3.11.7; "
        "nothing was measured here."
    )


def test_the_banner_reads_what_an_environment_has() -> None:
    """Processor, count, system and Python of this very machine are all found under their keys."""
    here = environment()
    said = sentences.machine(here)
    for part in (f"{here['processors']:,} processor", here["system"], f"Python {here['python']}"):
        assert part in said
    assert sentences.machine({}) == "" and "on" not in sentences.recorded(
        dataclasses.replace(synthetic.a_run(), environment={}, recorded="yesterday")
    ).split(";")[0].split()


SIZES = st.sampled_from([0, 1, 28, 152, 1384, 10_000, 1_398_104, 2_000_000, 2_000_152])


@REPEATABLE
@given(SIZES, SIZES)
def test_a_sentence_and_its_mirror_point_opposite_ways(one: int, other: int) -> None:
    """For bytes, peaks, growth, totals and temporaries: less turns into more when the two designs change places."""
    for sentence in (_of_row, _of_growth, _of_trace, _of_rows):
        there, back = sentence(one, other), sentence(other, one)
        low, high = (there, back) if one > other else (back, there)
        if one == other:
            assert "same" in there and not {"less", "more", "higher"} & set(there.replace(",", " ").split())
        elif sentence is _of_trace:
            assert "holds a temporary of" in low and " higher, at " in high
        elif " instead of " in low:
            assert " instead of " in high and low != high
        elif "of fresh's bytes" in low or "of fresh's bytes" in high:
            assert low != high
        else:
            assert "less" in low and "more" not in low and "more" in high and "less" not in high


@REPEATABLE
@given(SIZES, SIZES)
def test_no_sentence_calls_different_bytes_the_same(one: int, other: int) -> None:
    """Rounding hides no difference: figures that look alike come with the exact number between them."""
    said = _of_row(one, other)
    assert ("the same" in said) == (one == other)
    if one != other and " instead of " in said:
        left, right = said.partition("allocates ")[2].split(" instead of ")
        assert left != right.partition(" and peaks")[0]


def _pair(one: int, other: int) -> Pair:
    return Pair(baseline=one, candidate=other, ratio=other / one if one else None)


def _of_row(one: int, other: int) -> str:
    return sentences.finding(synthetic.a_row(time=None, verdict=None, bytes=_pair(one, other), peak=None))


def _of_rows(one: int, other: int) -> str:
    rows = [synthetic.a_row(workload=name, bytes=_pair(one, other)) for name in ("int", "login")]
    return sentences.verdicts(rows)


def _of_growth(one: int, other: int) -> str:
    return sentences.growth(curve("fresh", one, one), curve("cached", other, other)).partition(":")[0]


def _of_trace(one: int, other: int) -> str:
    trace = RUN.traces[0]
    left, right = (dataclasses.replace(trace, design=d, live=(0, n)) for d, n in (("a", one), ("b", other)))
    return sentences.temporary(left, right)


@pytest.mark.parametrize("missing", list(itertools.product([True, False], repeat=3)))
def test_a_finding_is_whole_whatever_is_missing(missing: tuple[bool, ...]) -> None:
    """Of time, bytes and peak any may be missing; the sentence has what is there and says what is not."""
    row = synthetic.a_row()
    parts = zip(missing, (row.time, row.bytes, row.peak), strict=True)
    time, bytes_, peak = (None if gone else part for gone, part in parts)
    said = sentences.finding(dataclasses.replace(row, time=time, verdict=None, bytes=bytes_, peak=peak))
    assert said.endswith(".") and "None" not in said and "  " not in said and ".." not in said
    assert ("of fresh's time" in said) == (time is not None)
    assert ("allocates" in said) == (bytes_ is not None) and ("peaks at" in said) == (peak is not None)
    if bytes_ is None and peak is None:
        assert "its memory was not counted" in said or "nothing was measured" in said


def test_bytes_of_a_scaled_payload_are_said_to_be() -> None:
    """Bytes that were counted on a twin are not passed off as the whole payload's, and the peak is its own."""
    said = sentences.finding(synthetic.a_row(workload="canada", memory_workload="canada_20"))
    assert "instead of 268 B on canada_20 and peaks at 116 B instead of 268 B." in said


def test_rows_that_were_not_timed_are_counted_as_such() -> None:
    """"All 2 Faster" is not said of three rows of which one has no time."""
    rows = [synthetic.a_row(workload=name) for name in ("int", "login")]
    rows.append(synthetic.a_row(workload="index", time=None, verdict=None))
    assert "2 Faster, 1 not timed" in sentences.verdicts(rows)


def test_something_against_nothing_has_no_share() -> None:
    """A baseline of no bytes gives amounts, not a range of ratios that leaves it out."""
    rows = [synthetic.a_row(workload="int", bytes=_pair(0, 12)), synthetic.a_row(bytes=_pair(100, 40))]
    assert "12 B more to 60 B less per call" in sentences.verdicts(rows)
