"""Does a design get the name that tells it apart, and does a wrong name get an answer?"""

from __future__ import annotations

import pytest

from lab import designs
from lab.errors import DesignError, UnknownNameError
from lab.model import Design


def test_designs_are_labelled_by_what_they_change() -> None:
    """One axis: its rival's name. Several: axis and rival. None: the default recipe."""
    assert designs.design_of({"tree": "value"}).label == "value"
    assert designs.design_of({"tree": "value", "writer": "fresh"}).label == "tree=value, writer=fresh"
    assert designs.design_of({}).label == "FAST"
    own = Design(label="mine", axes={"tree": "value"})
    assert designs.design_of(own) is own


@pytest.mark.parametrize("form", [dict, lambda axes: Design(label="mine", axes=axes)], ids=["axes", "design"])
def test_a_wrong_name_is_answered_with_the_right_ones(form) -> None:
    """An axis or a rival that does not exist is refused in every form, before anything is measured."""
    with pytest.raises(UnknownNameError, match="no axis named 'tre'. Did you mean tree"):
        designs.design_of(form({"tre": "value"}))
    with pytest.raises(UnknownNameError, match="no rival of tree named 'valu'. Did you mean value"):
        designs.design_of(form({"tree": "valu"}))


def test_other_axes_may_be_asked_for() -> None:
    """A panel without an encoder checks against what its own engine offers."""
    designs.check("shape", "round", known={"shape": ["round"]})
    with pytest.raises(UnknownNameError, match="Known: round"):
        designs.check("shape", "square", known={"shape": ["round"]})


def test_a_label_finds_its_way_back() -> None:
    """A design that meets itself, however often, is known again by its own name."""
    value = designs.design_of({"tree": "value"})
    labels = [design.label for design in designs.distinct(value, [value, value])]
    assert len({value.label, *labels}) == 3
    assert [designs.original(label) for label in labels] == ["value", "value"]


def test_a_design_may_be_a_text() -> None:
    """As on the command line; what is no design is refused with the axes that there are."""
    assert designs.design_of("tree=value, writer=fresh").axes == {"tree": "value", "writer": "fresh"}
    with pytest.raises(DesignError, match=r"AXIS=RIVAL.*tree \(reference, value, direct\)"):
        designs.design_of("reference")
    with pytest.raises(DesignError, match="not 5"):
        designs.design_of(5)


@pytest.mark.parametrize(
    ("asked", "labels"),
    [
        (({"tree": "reference"}, {"tree": "value"}), ["reference", "value"]),
        (({"tree": "value"}, {"writer": "fresh"}), ["tree=value, writer=cached", "tree=direct, writer=fresh"]),
        # The writer that the candidate names is the default anyway: only the trees differ.
        (({"tree": "value"}, {"writer": "cached"}), ["value", "direct"]),
        (({}, {"tree": "value"}), ["direct", "value"]),
        (({}, {"tree": "direct"}), ["FAST", "direct"]),
        (({"tree": "value"}, Design(label="mine", axes={"writer": "fresh"})), ["tree=value, writer=cached", "mine"]),
    ],
)
def test_no_label_credits_the_wrong_axis(asked: tuple, labels: list[str]) -> None:
    """Designs that name different axes are called by all axes in which they differ, and by no other."""
    assert [design.label for design in designs.contestants(asked)] == labels
