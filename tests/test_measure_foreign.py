"""Can any function take part beside the designs, and is it told what it must not do?"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import strange_functions as strange
from absence import needed

import encoder
import lab
from lab.designs import contestants, design_of, read
from lab.errors import DesignError, LabError, ShippingError
from lab.measure import foreign
from lab.measure.contestants import agree, contestant
from lab.model import Design, Foreign

needed("memray")

VALUE = {"a": [1, 2.5, "\u00e9"], "b": {"c": None}}
QUICK: dict[str, Any] = {"quick": True, "build": "interpreted"}


@pytest.fixture(scope="module")
def found() -> lab.Result:
    """The encoder, and functions given in each of the ways there are."""
    given = [lab.contestant("spaced json", strange.spaced), strange.plain, "json:dumps", strange.prints]
    return lab.compare(VALUE, baseline="tree=direct", candidate=given, **QUICK)


def test_functions_stand_beside_designs(found: lab.Result) -> None:
    """A name given, a function's own, and a path: each has a whole row, with samples, bytes, trees and a verdict."""
    assert [row.candidate for row in found.run] == ["spaced json", "plain", "json:dumps", "prints"]
    assert {row.baseline for row in found.run} == {"tree=direct"}
    for row in found.run:
        assert row.status == "whole" and row.verdict and row.time.pairs == len(row.samples["candidate"])
        (tree,) = (one for one in found.run.profiles if (one.design, one.metric) == (row.candidate, "allocated"))
        assert sum(tree.bytes) == row.bytes.candidate
    assert "incomplete" not in [one.code for one in found.run.remarks]


def test_memory_of_a_function_is_its_own(found: lab.Result) -> None:
    """What one call of json.dumps returns is the least that it asks for: as many bytes as the text's object has."""
    (row,) = (row for row in found.run if row.candidate == "json:dumps")
    assert row.bytes.candidate >= json.dumps(VALUE).__sizeof__()
    assert row.bytes.candidate < 100 * json.dumps(VALUE).__sizeof__()


def test_a_function_is_told_by_remarks(found: lab.Result) -> None:
    """Who returns str, who spells it otherwise, who prints."""
    told = {row.candidate: {one.code for one in row.remarks if one.code.startswith("function")} for row in found.run}
    other = {"function_text", "function_form"}
    assert told == {"spaced json": other, "plain": set(), "json:dumps": other, "prints": {"function_prints"}}


def test_pictures_and_files_have_functions_too(found: lab.Result, tmp_path: Path) -> None:
    """Table, flame graphs, report and a saved file; a function has no source to show."""
    assert "spaced json" in str(found.table())
    assert "spaced json" in repr(found.flame()) and "tree=direct" in repr(found.diff())
    assert "spaced json" in found.report(tmp_path / "r.html").read_text()
    assert [row.candidate for row in lab.load(found.save(tmp_path / "r.json"))] == [row.candidate for row in found.run]
    with pytest.raises(LabError, match="spaced json is no design of the encoder"):
        found.source()


@pytest.mark.skipif(encoder.build != "interpreted", reason="the fork has this process's build")
def test_what_cannot_be_sent_is_measured_here() -> None:
    """A function that holds a lock is measured in forks of this process, whole, and a remark says which and why."""
    check_here("interpreted")


@pytest.mark.skipif(encoder.build != "compiled", reason="the fork has this process's build")
def test_what_cannot_be_sent_is_measured_here_compiled() -> None:
    """The same in the other build."""
    check_here("compiled")


def check_here(build: Any) -> None:
    lock = threading.Lock()

    def locked(value: Any) -> bytes:
        with lock:
            return strange.plain(value)

    compared = lab.compare(VALUE, baseline="tree=direct", candidate=locked, quick=True, build=build)
    (row,) = compared.run
    assert row.status == "whole" and row.bytes is not None and row.time is not None
    (remark,) = (one for one in row.remarks if one.code == "in_process")
    assert "locked" in remark.text and "lock" in remark.text
    # What ends a fork ends nothing else.
    fallen = lab.compare(
        VALUE, baseline="tree=direct", candidate=[locked, strange.segfault], quick=True, build=build
    )
    assert [row.failure for row in fallen.run] == ["", "segfault: it was killed by SIGSEGV."]


def test_a_function_that_stays_needs_the_build_of_its_process() -> None:
    """The other build cannot be measured in a fork of this one: that is said before anything is."""
    lock = threading.Lock()
    other: Any = {"compiled": "interpreted", "interpreted": "compiled"}[encoder.build]
    with pytest.raises(LabError, match=f"has the {encoder.build} build"):
        lab.compare(VALUE, baseline="tree=direct", candidate=lambda value: lock and b"", quick=True, build=other)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lab.contestant("", json.dumps), "needs a name"),
        (lambda: lab.contestant("x", 3), "x is a int, which cannot be called"),
        (lambda: design_of("json:dumpz"), "no attribute 'dumpz'"),
        (lambda: design_of("jzon:dumps"), "No module named 'jzon'"),
        (lambda: design_of("json:__name__"), "json:__name__ is a str"),
        (lambda: design_of("json:"), "MODULE:NAME"),
        (lambda: design_of("json"), "MODULE:NAME, such as orjson:dumps; not 'json'"),
        (lambda: lab.compare(1, baseline="json:dumps", candidate="tree=value", method="to_stream"), "to_bytes, to_str"),
    ],
)
def test_what_is_no_contestant_is_refused(make: Callable[[], Any], message: str) -> None:
    """One sentence that says how it is done, and status 2."""
    with pytest.raises(DesignError, match=message) as caught:
        make()
    assert caught.value.exit_status == 2


def test_names_beside_functions_say_which_axis() -> None:
    """`direct` alone would say nothing beside orjson; a Design that came whole keeps its label."""
    met = contestants(["json:dumps", {"tree": "direct"}, {}, Design(label="mine", axes={"tree": "value"})])
    assert [design.label for design in met] == ["json:dumps", "tree=direct", "encoder", "mine"]
    assert read("json:dumps") == "json:dumps" and read("tree=value") == {"tree": "value"}


def test_functions_agree_by_meaning() -> None:
    """The bytes of designs are equal; of a function it is enough that it says the same."""
    designs = [Design(label="encoder"), foreign.contestant("spaced", strange.spaced)]
    everyone = [contestant(design, lambda: VALUE, "to_bytes") for design in designs]
    assert agree(everyone, lambda: VALUE, "to_bytes") == strange.plain(VALUE)
    assert everyone[1].notes == {"text", "form"}
    with pytest.raises(LabError, match="lies give different bytes"):
        wrong = contestant(foreign.contestant("lies", strange.lies), lambda: VALUE, "to_bytes")
        agree([everyone[0], wrong], lambda: VALUE, "to_bytes")


@pytest.mark.parametrize("method", ["to_bytes", "to_str", "as_property"])
def test_a_function_gets_what_the_method_says(method: Any) -> None:
    """As a property it gets the object around the payload."""
    made = contestant(foreign.contestant("plain", strange.plain), lambda: [1], method)
    assert made.output() == (b'{"Prop":[1]}' if method == "as_property" else b"[1]")


def test_a_function_that_is_not_there_is_told() -> None:
    """As where a worker finds another installation than the process that asked."""
    with pytest.raises(ShippingError, match=r"json:gone is not in the measuring process"):
        foreign.found(Foreign(place="json:gone"))
