"""Does a flame graph carry the profile's figures, to the byte, in each of its forms?"""

from __future__ import annotations

import xml.etree.ElementTree as ET

import synthetic

from lab.show import flame, stills

A, B = synthetic.a_profile("reference"), synthetic.a_profile("value")


def test_one_design_is_its_own_columns() -> None:
    """The graph's columns are the profile's, so their sums are the table's figures."""
    data = flame.graph(A).data
    assert sum(data["a"]["bytes"]) == sum(A.bytes) and sum(data["a"]["blocks"]) == sum(A.blocks)
    assert data["b"] is None and data["name"] == list(A.name)


def test_a_difference_reconciles_with_both_sides() -> None:
    """Each side's column sums to its profile, to the byte and the block."""
    data = flame.difference(A, B).data
    for side, profile in (("a", A), ("b", B)):
        assert sum(data[side]["bytes"]) == sum(profile.bytes)
        assert sum(data[side]["blocks"]) == sum(profile.blocks)
    assert data["a"]["label"] == "reference" and data["b"]["label"] == "value"


def test_every_view_has_a_sentence() -> None:
    """A, B and the difference each have a caption that is computed."""
    said = flame.difference(A, B).data["sentences"]
    assert set(said) == {"a", "b", "difference"} and len(set(said.values())) == 3


def test_a_frame_without_a_name_gets_one() -> None:
    """What belongs to no phase stands under words that can be read out."""
    assert "no phase" in flame.difference(A, B).data["names"]
    assert "" not in flame.difference(A, B).data["names"]


def test_a_name_cannot_end_the_script_it_stands_in() -> None:
    """A frame named like a closing tag stays data."""
    names = ("</script><script>alert(1)</script>", *A.names[1:])
    text = flame.graph(synthetic.a_profile("reference", names=names)).html()
    assert "</script><script>alert" not in text and "\\u003c/script" in text


def test_html_has_a_picture_for_who_runs_no_script() -> None:
    """The output starts with an image and its alt sentence, which the script replaces."""
    graph = flame.graph(A)
    text = graph._repr_mimebundle_()["text/html"]
    assert text.index("<img alt=") < text.index("<script>") and graph.title in graph.alt


def test_the_script_is_one_module_without_imports() -> None:
    """An anywidget takes one ES module: nothing is imported, and there is one default export."""
    source = flame.source()
    assert "\nimport " not in source and source.count("export default") == 1 and "@media print" in source
    assert "http" not in source


def test_the_same_graph_has_the_same_key() -> None:
    """A page finds the place of a graph by its content; another graph has another key."""
    assert flame.graph(A).key == flame.graph(A).key != flame.graph(B).key


def test_the_still_is_well_formed_and_marks_new_and_gone() -> None:
    """The SVG of a difference names what is New and what is Gone in words."""
    graph = flame.difference(*(synthetic.a_profile(design, scale=5200) for design in ("reference", "value")))
    for dark in (False, True):
        root = ET.fromstring(stills.draw(graph.data, label=graph.alt, dark=dark))
        words = " ".join(node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text"))
        assert "− Gone" in words and "+ New" in words


def test_a_large_still_stays_small() -> None:
    """Of 20,000 frames the still draws those that can be seen."""
    graph = flame.graph(synthetic.a_large_profile(20_000))
    assert len(stills.draw(graph.data, label="large")) < 120_000


def test_the_icicle_is_pruned_and_consistent() -> None:
    """The Plotly view holds at most the nodes asked for, each with its parent, no child above its parent."""
    (trace,) = flame.icicle(synthetic.a_large_profile(3000), nodes=200).data
    assert len(trace.ids) == 200 and {*trace.parents} - {""} <= {*trace.ids}
    total = dict(zip(trace.ids, trace.values, strict=True))
    below: dict[str, int] = {}
    for node, parent in zip(trace.ids, trace.parents, strict=True):
        below[parent] = below.get(parent, 0) + total[node]
    assert all(below.get(node, 0) <= total[node] for node in trace.ids)


def test_the_widget_carries_the_same_data() -> None:
    """As a widget the graph is the same data behind the same script."""
    graph = flame.graph(A)
    widget = graph.widget()
    assert widget.data == graph.data and widget._esm == flame.source()
    widget.close()
