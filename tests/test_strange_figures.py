"""Do odd figures and odd names reach charts, tables, pages and terminals as what they are?"""

from __future__ import annotations

import dataclasses
import html.parser
import io
import json
import math
import re
from typing import Any

import pytest
import synthetic
from absence import needed
from rich.console import Console

from lab.model import Curve, Pair, Row
from lab.show import charts, flame, growth, published, report, tables, views
from lab.show.drawing import Picture
from lab.show.grid import Grid, Grids

NAMES = ("<lambda>", "<b>x</b>", "</script><script>alert(1)</script>", "[bold]x[/]", "&lt;b&gt;", "a|b")
ODD = (math.nan, math.inf, -math.inf)


def strict(value: Any) -> Any:
    """``value`` through JSON as strict readers have it."""
    return json.loads(json.dumps(value, allow_nan=False))


def odd_rows() -> list[Row]:
    """One row in order, and one for each odd ratio, interval, byte count and sample."""
    time = synthetic.a_row().time
    return [
        synthetic.a_row(workload="int"),
        *(synthetic.a_row(time=dataclasses.replace(time, ratio=odd)) for odd in ODD),
        synthetic.a_row(time=dataclasses.replace(time, high=math.inf)),
        synthetic.a_row(bytes=Pair(baseline=math.nan, candidate=1, ratio=math.nan)),
        synthetic.a_row(peak=Pair(baseline=1, candidate=1, ratio=math.inf)),
        synthetic.a_row(samples={"baseline": (math.nan, 1.0), "candidate": (1.0, math.inf)}),
    ]


def picture(values: list[Any], **trace: Any) -> Picture:
    """A chart of a single trace, as any part of the lab makes one."""
    data = [{"type": "scatter", "mode": "markers", "x": values, "y": list(range(len(values))), **trace}]
    layout = {"height": 300, "margin": {"l": 0, "r": 0, "t": 0, "b": 0}, "xaxis": {"range": [0, 1]}}
    return Picture(name="x", title="x", alt="x", header=("x",), rows=(), spec={"data": data, "layout": layout})


def test_odd_figures_are_not_drawn_but_named() -> None:
    """NaN, infinities and None leave no number in a chart; the row says n/a, and its widget's state is strict JSON."""
    import plotly.graph_objects as go

    needed("ipywidgets")
    drawn = charts.ratios(odd_rows())
    words = [note["text"] for note in drawn.spec["layout"]["annotations"]]
    assert words.count("· n/a") == 4 and words[0] == "◀ Faster"
    assert sum(len(trace["x"]) for trace in drawn.spec["data"] if "error_x" in trace) == 4
    assert strict(drawn.to_plotly_json()) and "n/a" in drawn.svg()
    state = go.FigureWidget(drawn.figure).get_state()
    json.dumps(state, allow_nan=False, default=str)


def test_odd_figures_in_tables_are_dashes() -> None:
    """Terminal, page, Markdown and CSV have a dash or nothing in their place, and a note; never nan or inf."""
    table = tables.render(odd_rows())
    for text in (str(table), table.html(), table.markdown(), table.csv()):
        assert "n/a" in text and not re.search(r"\b(nan|inf)\b", text, re.IGNORECASE)
    assert table.csv().count("no finite number") == len(odd_rows()) - 1


def test_a_page_of_odd_figures_is_whole() -> None:
    """The report, its charts and the published figures beside it are drawn from a run with odd figures too."""
    run = dataclasses.replace(synthetic.a_run(), rows=(*odd_rows(), *synthetic.a_run().rows))
    page = report.page(run)
    specs = re.search(r"labCharts=(\{.*?\});", page).group(1)
    json.loads(specs, parse_constant=lambda name: pytest.fail(name))
    assert strict(published.picture(run.rows, "writer").to_plotly_json())
    assert views.table(run, as_printed="0.13").markdown()


def test_arrays_are_plain_lists() -> None:
    """Scalars and arrays of numpy are numbers and lists in what is shown and kept, readable by any plotly.js."""
    numpy = needed("numpy")
    drawn = picture([numpy.float64(1.5), numpy.int64(2)], marker={"size": numpy.array([1, 2], dtype="i4")})
    array = dataclasses.replace(drawn, spec={**drawn.spec, "data": [{"x": numpy.array([1.5, math.nan])}]})
    assert strict(drawn.to_plotly_json())["data"][0]["x"] == [1.5, 2]
    assert json.loads(drawn.figure.to_json())["data"][0]["marker"]["size"] == [1, 2]
    assert strict(json.loads(array.to_json()))["data"][0]["x"] == [1.5, None]


def test_counters_beyond_64_bits_stay_positive() -> None:
    """What no JSON integer of every writer holds is a float of the same size, also for plotly's faster writer."""
    numpy = needed("numpy")
    drawn = picture([2**63 + 1, 2**64, numpy.uint64(2**64 - 1), -(2**70), 2**53, True])
    exact = [9.223372036854775807e18, 1.8446744073709552e19, 1.8446744073709552e19, -(2.0**70), 2**53, True]
    assert json.loads(drawn.to_json())["data"][0]["x"] == exact
    for engine in ("json", "orjson"):
        if engine == "json" or needed("orjson"):
            assert json.loads(drawn.figure.to_json(engine=engine))["data"][0]["x"] == exact


def test_nothing_on_a_logarithm_says_so() -> None:
    """A design that allocates nothing has its mark on the floor of the axis, labelled 0, in chart, still and hover."""
    row = synthetic.a_row(bytes=Pair(baseline=268, candidate=0, ratio=0.0), peak=None)
    drawn = charts.ratios([row])
    (trace,) = (trace for trace in drawn.spec["data"] if trace.get("name") == "allocated")
    assert trace["x"] == [charts.LEAST] and trace["text"] == ["0"] and "text" in trace["mode"]
    assert trace["customdata"] == ["0.000, 0 B of 268 B"] and ">0</text>" in drawn.svg()
    low, high = drawn.spec["layout"]["xaxis2"]["range"]
    assert low < math.log10(charts.LEAST) < high


def test_from_nothing_to_something_says_so() -> None:
    """Where the baseline allocates nothing there is no ratio: the chart has the figures in its place."""
    row = synthetic.a_row(bytes=Pair(baseline=0, candidate=5000, ratio=None))
    texts = [note["text"] for note in charts.ratios([row]).spec["layout"]["annotations"]]
    assert "0 B → 5,000 B" in texts


def test_a_curve_of_nothing_says_so() -> None:
    """In the growth of a design that allocates nothing every point is labelled 0 B, and its hover says 0."""
    common = {"experiment": "x", "method": "to_bytes", "build": "compiled", "result_bytes": (10, 100), "retained": 0}
    curves = [Curve(design="none", bytes=(0, 0), **common), Curve(design="some", bytes=(50, 140), **common)]
    drawn = growth.curve(curves, baseline="some", candidate="none")
    nothing, some = drawn.spec["data"]
    assert nothing["text"] == ["0 B", "0 B"] and nothing["customdata"] == ["0 B", "0 B"] and "text" in nothing["mode"]
    assert some["text"] == ["", ""] and drawn.svg().count(">0 B</text>") == 2


@pytest.mark.parametrize("nodes", [5, 40, 10_000])
def test_parents_hold_their_children_exactly(nodes: int) -> None:
    """In the icicle every parent is at least the sum of its children, in integers; ids differ; there is one root."""
    tree = synthetic.a_large_profile(3000, seed=4)
    tree = dataclasses.replace(tree, bytes=tuple(amount * 2**40 + 1 for amount in tree.bytes))
    (trace,) = flame.icicle(tree, nodes=nodes).data
    assert len(set(trace.ids)) == len(trace.ids) == min(nodes, 3000) and trace.parents.count("") == 1
    total = dict(zip(trace.ids, trace.values, strict=True))
    assert all(type(value) is int for value in trace.values) and trace.values[0] == sum(tree.bytes)
    below = dict.fromkeys(total, 0)
    for node, parent in zip(trace.ids, trace.parents, strict=True):
        below[parent] = below.get(parent, 0) + total[node]
    assert all(below[node] <= total[node] for node in total)
    if nodes > 3000:
        own = {str(node): amount for node, amount in enumerate(tree.bytes)}
        assert all(total[node] - below[node] == own[node] for node in total)


def deep(count: int, design: str = "reference") -> Any:
    """A call tree of ``count`` frames, one below the other, each of which allocates."""
    return synthetic.a_profile(
        design,
        name=(0, *(1,) * (count - 1)),
        parent=tuple(range(-1, count - 1)),
        phase=(0,) * count,
        bytes=tuple(range(count)),
        blocks=(1,) * count,
    )


def test_deep_stacks_are_flat_and_cut_in_stills() -> None:
    """5000 levels: the graph's data are columns, its still and the icicle stop with a sentence, no limit is hit."""
    graph = flame.graph(deep(5000))
    assert len(json.loads(json.dumps(graph.data))["parent"]) == 5000 and graph.html()
    assert flame.difference(deep(5000), deep(5000, "value")).html()
    figure = flame.icicle(deep(5000), nodes=10_000)
    (trace,) = figure.data
    assert len(trace.ids) == flame.LEVELS and trace.values[0] == sum(range(5000))
    assert f"4,900 frames below {flame.LEVELS} levels" in figure.layout.title.text and figure.to_json()[0] == "{"
    from lab.show import stills

    still = stills.draw(graph.data, label="deep")
    assert int(re.search(r'height="(\d+)"', still).group(1)) < 3000 and "levels not" in still


class Texts(html.parser.HTMLParser):
    """The tags of a page and, scripts and styles apart, its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text, self.quiet = "", False
        self.feed(page)

    def handle_starttag(self, tag: str, _: Any) -> None:
        self.tags.append(tag)
        self.quiet = tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self.quiet = self.quiet and tag not in ("script", "style")

    def handle_data(self, data: str) -> None:
        self.text += "" if self.quiet else data


@pytest.mark.parametrize("name", NAMES)
def test_names_are_literal_in_page_and_tables(name: str) -> None:
    """Whatever a payload, design, experiment or function is called, it is text, and no tag or script comes of it."""
    row = synthetic.a_row(workload=name, memory_workload=name, candidate=name, experiment=name)
    tree = synthetic.a_profile("value", names=(name,) * 9, workload=name)
    tree = dataclasses.replace(tree, design=name)
    run = dataclasses.replace(synthetic.a_run(), run_id=name, rows=(row,), profiles=(tree,), traces=(), curves=())
    plain_name = dataclasses.replace(run, run_id="x", rows=(synthetic.a_row(),), profiles=())
    page, usual = Texts(report.page(run)), Texts(report.page(plain_name))
    assert name in page.text and page.tags.count("b") == usual.tags.count("b")
    # One script more draws the flame graph.
    assert page.tags.count("script") == usual.tags.count("script") + 1
    table = tables.render([row])
    assert name in str(table) and name in Texts(table.html()).text and name in table.csv()
    assert name.replace("|", "\\|") in table.markdown()


@pytest.mark.parametrize("name", NAMES)
def test_names_are_literal_in_charts(name: str) -> None:
    """Plotly reads tags and entities in labels, so those of a name are escaped there, once; the still shows it."""
    rows = [synthetic.a_row(workload=name), synthetic.a_row(candidate=name)]
    drawn = charts.ratios(rows)
    shown = drawn.to_plotly_json()
    labels = shown["layout"]["yaxis"]["ticktext"]
    assert any(name in html.unescape(label) for label in labels) and not any("<" in label for label in labels)
    assert not any("<" in text for trace in shown["data"] for text in trace.get("text", ()))
    assert html.escape(name, quote=False) in drawn.svg()
    (trace,) = flame.icicle(synthetic.a_profile(names=(name,) * 9)).data
    assert html.unescape(trace.labels[0]) == name and "<" not in trace.labels[0]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_literal_in_flames_and_terminals(name: str) -> None:
    """A flame graph carries names as data that end no script; a terminal prints them unread, brackets and all."""
    page = flame.graph(synthetic.a_profile(names=(name,) * 9)).html()
    tags = Texts(page).tags
    assert tags.count("script") == 1 and "b" not in tags
    out = io.StringIO()
    grid = Grid(caption=name, headings=("a", name), rows=((name, name),), notes=(name,))
    Console(file=out, width=200).print(Grids([grid], notes=[name]))
    assert out.getvalue().count(name) == 6


def test_a_number_that_no_float_reaches() -> None:
    """An integer of 400 digits, as a file may have it, is n/a in the table and no point in a chart."""
    time = dataclasses.replace(synthetic.a_row().time, baseline_ns=10**400)
    words = [note["text"] for note in charts.ratios([synthetic.a_row(time=time)]).spec["layout"]["annotations"]]
    assert "· n/a" in words and picture([10**400]).to_plotly_json()["data"][0]["x"] == [None]
