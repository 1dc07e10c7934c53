"""Do the sources shown belong to the two rivals that were compared?"""

from __future__ import annotations

import dataclasses

import pytest
import synthetic

from lab.errors import LabError, UnknownNameError
from lab.show import sources


@pytest.mark.parametrize(
    ("baseline", "candidate", "axis"),
    [("reference", "direct", "tree"), ("copying", "direct", "base64"), ("fresh", "cached", "writer")],
)
def test_the_pair_tells_the_axis(baseline: str, candidate: str, axis: str) -> None:
    """Two axes have a rival called direct; the design beside it decides whose source is shown."""
    run = synthetic.a_run()
    row = synthetic.a_row(baseline=baseline, candidate=candidate)
    shown = sources.of_run(dataclasses.replace(run, rows=(row,)))
    assert shown.axis == axis and list(shown.texts) == [baseline, candidate]
    assert all("class " in text for text in shown.texts.values())


def test_a_design_beside_itself_has_one_source() -> None:
    """Where a design meets itself to show the noise, its source stands there once."""
    run = synthetic.a_run()
    row = synthetic.a_row(baseline="value", candidate="value again again")
    assert list(sources.of_run(dataclasses.replace(run, rows=(row,))).texts) == ["value"]


def test_the_page_shows_markup_as_text() -> None:
    """A source with an angle bracket in it is shown, not interpreted."""
    page = sources.Sources(axis="tree", texts={"x": "a = '<b>'"})._repr_html_()
    assert "<b>" not in page and "&lt;b&gt;" in page


def test_an_unknown_rival_is_an_error_that_lists_the_known() -> None:
    """A wrong name never gives somebody else's source."""
    with pytest.raises(UnknownNameError, match="reference"):
        sources.of("tree", "referense")


def test_designs_that_differ_in_several_axes_have_no_pair_of_sources() -> None:
    """The message says so, instead of taking their labels for a rival's name."""
    row = synthetic.a_row(baseline="tree=value, writer=cached", candidate="tree=direct, writer=fresh")
    with pytest.raises(LabError, match="differ in several axes"):
        sources.axis_of(row)
