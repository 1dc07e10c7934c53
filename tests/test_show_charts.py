"""Do the charts show the figures they were given, all of them, with a title, an alt sentence and a twin?"""

from __future__ import annotations

import dataclasses
import json
import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
import synthetic

from lab.model import Pair, Trace
from lab.show import charts, growth, live, pictures, published
from lab.show.drawing import PLOTLY, Picture, wrapped
from lab.show.theme import theme

RUN = synthetic.a_run()
SVG = "{http://www.w3.org/2000/svg}"


def every_picture() -> dict[str, Picture | None]:
    rows = [row for row in RUN.rows if row.build == "compiled"]
    found = {name: pictures.of(RUN, name) for name in ("writer", "base64", "tree")}
    found["ratios"] = charts.ratios([row for row in rows if row.experiment == "tree"])
    found["published"] = published.picture(rows, "base64")
    return found


PICTURES = every_picture()


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    yield
    theme(scale=1.0, mode="auto")


@pytest.mark.parametrize("name", PICTURES)
class TestEveryPicture:
    """What each picture owes its reader."""

    def test_is_a_valid_plotly_figure(self, name: str) -> None:
        """Plotly accepts every property of it, in light and in dark."""
        figure = PICTURES[name].figure
        assert len(figure.data) == len(PICTURES[name].spec["data"])

    def test_is_small(self, name: str) -> None:
        """A picture costs a notebook at most 30 kB."""
        assert len(PICTURES[name].to_json()) < 30_000

    def test_says_its_finding(self, name: str) -> None:
        """It has a title, an alternative sentence and a table twin with a heading a column."""
        picture = PICTURES[name]
        assert len(picture.title) > 20 and len(picture.alt) > 40
        assert picture.rows and {len(row) for row in picture.rows} == {len(picture.header)}

    def test_shows_itself_without_scripts(self, name: str) -> None:
        """A notebook gets Plotly's JSON, and beside it an image with an alt for who runs no script."""
        bundle = PICTURES[name]._repr_mimebundle_()
        assert json.loads(json.dumps(bundle[PLOTLY]))["data"]
        assert "<img alt=" in bundle["text/html"] and "<script" not in bundle["text/html"]

    @pytest.mark.parametrize("dark", [False, True])
    def test_has_a_drawn_twin(self, name: str, dark: bool) -> None:
        """The SVG twin is well formed and draws all its marks inside its own bounds."""
        root = ET.fromstring(PICTURES[name].svg(dark=dark))
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        for circle in root.iter(f"{SVG}circle"):
            assert 0 <= float(circle.get("cx", -1)) <= width and 0 <= float(circle.get("cy", -1)) <= height
        assert root.get("aria-label") and root.findall(f"{SVG}text")


def test_every_interval_is_drawn_where_it_lies() -> None:
    """The chart's bars end at the row's low and high, and no row is missing."""
    rows = [row for row in RUN.rows if row.experiment == "writer" and row.build == "compiled"]
    data = charts.ratios(rows).spec["data"]
    drawn = {}
    for trace in (trace for trace in data if "error_x" in trace):
        for n, place in enumerate(trace["y"]):
            reach = trace["error_x"]
            drawn[place] = (trace["x"][n] - reach["arrayminus"][n], trace["x"][n] + reach["array"][n])
    assert len(drawn) == len(rows)
    for place, row in enumerate(rows):
        assert drawn[place] == pytest.approx((row.time.low, row.time.high))


def test_a_verdict_word_stands_beside_every_row() -> None:
    """Colour and marker are never alone: each row has its sign and word."""
    rows = [row for row in RUN.rows if row.experiment == "tree" and row.build == "compiled"]
    assert [note["text"] for note in charts.ratios(rows).spec["layout"]["annotations"]] == ["◀ Faster"] * len(
        rows
    )


@pytest.mark.parametrize("ratio", [0.001, 0.7, 0.99, 1.0, 3.0, 40.0])
def test_a_ratio_axis_always_has_ticks(ratio: float) -> None:
    """However far or near the ratios lie, the axis holds them and 1, and has two to eight labels."""
    axis = charts.ratio_axis([ratio, 0.9, 1.1])
    low, high = axis["range"]
    assert low < math.log10(ratio) < high and 2 <= len(axis["tickvals"]) <= 8


def test_a_row_that_was_not_timed_is_no_mark() -> None:
    """Rows without time, or without memory, draw what they have."""
    bare = synthetic.a_row(time=None, verdict=None, bytes=None, peak=None)
    picture = charts.ratios([bare, synthetic.a_row()])
    assert sum(len(trace["x"]) for trace in picture.spec["data"] if "error_x" in trace) == 1
    assert picture.rows[0][1:] == ("–", "–", "–", "· not timed", "–", "–")


def test_no_rows_draw_a_chart_that_says_so() -> None:
    """An empty selection is an empty chart with a title, not an error."""
    assert charts.ratios([]).title == "Nothing was measured"


def test_the_growth_curve_labels_its_gap() -> None:
    """The writer's picture has a line a rival on two logarithmic axes and the gap in exact bytes."""
    spec = pictures.of(RUN, "writer").spec
    assert [trace["name"] for trace in spec["data"][:3]] == ["fresh", "cached", "unpooled"]
    assert spec["layout"]["xaxis"]["type"] == spec["layout"]["yaxis"]["type"] == "log"
    assert spec["layout"]["annotations"][0]["text"] == "152 B less at every size"


def test_a_design_that_allocates_nothing_fits_a_logarithm() -> None:
    """A curve at zero bytes is drawn on the axis' floor and told as zero in the twin."""
    fresh, cached = (c for c in RUN.curves if c.design in ("fresh", "cached"))
    free = dataclasses.replace(cached, bytes=(0,) * len(cached.bytes))
    picture = growth.curve([fresh, free], baseline="fresh", candidate="cached")
    assert set(picture.spec["data"][1]["y"]) == {1} and picture.rows[0][2] == "0"


def test_curves_of_one_picture_share_their_sizes() -> None:
    """A size that one design was not counted on is drawn for none, and the axis says so."""
    fresh, cached, unpooled = (c for name in ("fresh", "cached", "unpooled") for c in RUN.curves if c.design == name)
    fewer = dataclasses.replace(unpooled, result_bytes=unpooled.result_bytes[1:], bytes=unpooled.bytes[1:])
    picture = growth.curve([fresh, cached, fewer], baseline="fresh", candidate="cached")
    assert {tuple(trace["x"]) for trace in picture.spec["data"]} == {fewer.result_bytes}
    assert "counted for all designs" in picture.spec["layout"]["xaxis"]["title"]["text"]
    assert "–" not in {cell for row in picture.rows for cell in row}
    whole = growth.curve([fresh, cached, unpooled], baseline="fresh", candidate="cached")
    assert whole.spec["layout"]["xaxis"]["title"]["text"] == "bytes of the result"


def short_trace(design: str, *live_bytes: int) -> Trace:
    """A trace of as many events as it has bytes."""
    known = RUN.traces[0]
    count = len(live_bytes)
    return dataclasses.replace(known, design=design, event=tuple(range(count)), live=live_bytes, events=count)


@pytest.mark.parametrize("events", [2, 3, 4, 5, 7, 13, 40, 999, 12_345])
def test_an_event_axis_has_whole_ticks_that_differ(events: int) -> None:
    """However short a trace, no event is named twice and none is a fraction."""
    axis = live.steps([short_trace("copying", *range(events))], title="t").spec["layout"]["xaxis"]
    assert len(set(axis["ticktext"])) == len(axis["ticktext"]) <= 7
    assert all(isinstance(place, int) for place in axis["tickvals"]) and axis["tickvals"][-1] <= events - 1


@pytest.mark.parametrize("share", [False, True])
def test_every_line_reaches_the_right_edge(share: bool) -> None:
    """A design that is done after few events holds what it holds until the longest one is done."""
    long, short = short_trace("copying", 0, 900, 500, 500, 500), short_trace("direct", 0, 400)
    lines = live.steps([long, short], title="t", share=share).spec["data"]
    assert {line["x"][-1] for line in lines} == {100 if share else 4}
    assert [line["y"][-1] for line in lines] == [500, 400]


def test_a_trace_without_events_is_a_line_on_the_floor() -> None:
    """A call that allocates nothing is drawn, not refused."""
    none = dataclasses.replace(short_trace("direct"), events=0)
    picture = live.steps([none], title="t")
    assert picture.rows[0][2] == "0" and picture.figure.data


def test_the_temporary_is_shaded_to_its_size() -> None:
    """The filled area reaches from the direct rival's peak to the copying one's."""
    copying, direct = RUN.traces[:2]
    (area,) = [trace for trace in pictures.of(RUN, "base64").spec["data"] if trace.get("fill")]
    assert min(area["y"]) == pytest.approx(max(direct.live) / 1e6, abs=1e-3)
    assert max(area["y"]) == pytest.approx(max(copying.live) / 1e6, abs=1e-3)


def test_no_temporary_is_no_area() -> None:
    """Where the candidate peaks as high, nothing is shaded."""
    copying = RUN.traces[0]
    twin = dataclasses.replace(copying, design="direct")
    picture = live.steps([copying, twin], shaded=("copying", "direct"), title="same")
    assert not [trace for trace in picture.spec["data"] if trace.get("fill")]


def test_thinning_keeps_the_extremes() -> None:
    """A long trace is drawn with few points, its highest and its last among them."""
    trace = RUN.traces[2]
    xs, ys = live.thinned(trace, 100)
    assert (
        len(xs) <= 102
        and max(ys) == max(trace.live)
        and (xs[-1], ys[-1]) == (trace.event[-1], trace.live[-1])
    )
    assert xs == sorted(xs)


def test_the_tree_picture_counts_boxes_of_its_own_payload_or_says_which() -> None:
    """Boxes counted on a scaled payload are said to be; without profiles the title speaks of peaks."""
    assert pictures.of(RUN, "tree").title.startswith("On canada_20, reference holds")
    assert "peaks at" in pictures.of(dataclasses.replace(RUN, profiles=()), "tree").title


def test_rivals_that_share_a_name_are_told_apart_by_payload() -> None:
    """Both base64 and tree have a direct rival; each picture takes the traces of its own payloads."""
    assert "blob_1m" in pictures.of(RUN, "base64").title
    names = [trace["name"] for trace in pictures.of(RUN, "tree").spec["data"]]
    assert names == ["reference", "value", "direct"]


def test_a_run_without_the_data_has_no_picture() -> None:
    """Missing traces or curves give None, never an empty frame."""
    bare = dataclasses.replace(RUN, traces=(), curves=())
    assert [pictures.of(bare, name) for name in ("writer", "base64", "tree", "unknown")] == [None] * 4


def test_a_projector_gets_larger_text() -> None:
    """The theme's scale reaches every picture drawn after it."""
    picture = PICTURES["tree"]
    small = picture.to_plotly_json()["layout"]["template"]["layout"]["font"]["size"]
    theme(scale=1.5)
    assert picture.to_plotly_json()["layout"]["template"]["layout"]["font"]["size"] == round(13 * 1.5) > small


def test_published_pairs_have_their_agreement_in_words() -> None:
    """Every published cell is a row with both ratios and a word, measured here or not."""
    picture = PICTURES["published"]
    assert len(picture.rows) == 10
    assert {"· not measured"} <= {row[7] for row in picture.rows}
    assert all(row[1] != "–" for row in picture.rows)


def test_published_without_our_rows_is_still_shown() -> None:
    """A run of nothing stands beside the published figures as not measured."""
    assert "nothing comparable was measured" in published.picture([], "tree").title
    assert published.picture([], "unknown") is None


def test_the_payload_that_an_experiment_shows_comes_first() -> None:
    """Canada is the tree's picture also where Twitter's result is larger, and also when scaled down."""
    tree = [trace for trace in RUN.traces if trace.workload == "canada"]
    twitter = [dataclasses.replace(trace, workload="twitter", result_bytes=10**8) for trace in tree]
    scaled = [dataclasses.replace(trace, workload="canada_20") for trace in tree]
    for traces in ((*twitter, *tree), (*twitter, *scaled)):
        picture = pictures.of(dataclasses.replace(RUN, traces=traces, profiles=()), "tree")
        assert picture.title.startswith("On canada")


def test_one_picture_is_about_one_call() -> None:
    """Curves of another call, which returns something else, are not mixed into the writer's picture."""
    others = [dataclasses.replace(c, method="to_str", bytes=(1,) * len(c.bytes)) for c in RUN.curves]
    mixed = dataclasses.replace(RUN, curves=(*RUN.curves, *others))
    assert pictures.of(mixed, "writer").spec == pictures.of(RUN, "writer").spec


def test_a_title_does_not_part_a_figure_from_its_unit() -> None:
    """However narrow a title breaks, 75 % and 2.09 MB stay whole."""
    text = "cached allocates exactly 192 B less: 75 % of 32 B, 0.009 % at 2.09 MB"
    for width in range(24, 70):
        lines = wrapped(text, theme(), width=width)
        assert " ".join(lines) == text
        assert not [line for line in lines if line.split()[0].strip(",:;") in ("B", "%", "MB")]


def test_a_chart_in_a_notebook_keeps_its_height() -> None:
    """Plotly's responsive mode forgets it once the place changes, so a notebook's charts do not use it."""
    bundle = PICTURES["tree"]._repr_mimebundle_()
    assert bundle[PLOTLY]["config"]["responsive"] is False and bundle[PLOTLY]["layout"]["height"] > 300


def test_nothing_instead_of_something_has_its_mark() -> None:
    """A design that allocates nothing stands at the left end, in figures too, with and without a script."""
    pair = Pair(baseline=1384, candidate=0, ratio=0.0)
    row = synthetic.a_row(
        experiment="base64", workload="binary_1k", baseline="copying", candidate="direct", bytes=pair, peak=pair
    )
    for picture in (charts.ratios([row]), published.picture([row], "base64")):
        assert charts.LEAST in [x for trace in picture.spec["data"] for x in trace["x"]]
        ET.fromstring(picture.svg())
    assert "0 B of 1,384 B" in json.dumps(charts.ratios([row]).spec)
