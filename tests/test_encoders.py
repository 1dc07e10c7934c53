"""Does every peer write every case as it should, by the calls that its file gives?"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from absence import needed

from lab.encoders import MODULES, OURS, PACKAGES, PEERS, cases
from lab.encoders.call import NEEDS, Call, CannotError
from lab.measure.peers.comparison import agreement

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = {"pydantic-core": "pydantic_core", "yapic.json": "yapic.json"}
LONG = {"canada", "citm_catalog", "mesh", "sorted_citm", "indented_citm", "dumps_canada"}
SHORT = {"b": [1, "x", 1.5, {"d": None, "c": True}], "a": "日本"}
"""Stands in for a long document here; others run the documents themselves."""
CANNOT = {
    "orjson": {"standard"},
    "ssrjson": {"sorted", "hooks", "standard"},
    "msgspec": {"standard"},
    "ujson": set(),
    "simplejson": set(),
    "rapidjson": {"standard"},
    "pydantic-core": {"sorted", "standard"},
    "yapic.json": {"sorted", "indented", "standard"},
    "json": set(),
}


def cannot_write(encode: Callable[[str], Call], need: str) -> bool:
    try:
        encode(need)
    except CannotError:
        return True
    return False


@pytest.mark.parametrize("label", PEERS)
def test_a_peer_says_the_same(label: str) -> None:
    """Its text equals ours to the byte, once parsed, or once read as what it stands for; what it cannot is known."""
    for library in (LIBRARIES.get(label, label), "numpy", "attrs"):
        needed(library)
    ours, theirs = (importlib.import_module(MODULES[name]) for name in (OURS, label))
    assert theirs.label == label and theirs.version
    assert {need for need in NEEDS if cannot_write(theirs.encode, need)} == CANNOT[label]
    wrong = {}
    for case in cases.listed():
        if case.need in CANNOT[label]:
            continue
        build = (lambda: SHORT) if case.name in LONG else case.build
        texts = [one.encode(case.need).encode(build()) for one in (ours, theirs)]
        _, failure = agreement(case, *(text.encode() if isinstance(text, str) else text for text in texts))
        if failure:
            wrong[case.name] = failure
    assert not wrong


def test_every_case_is_made_anew() -> None:
    """Two values of a case share no list, dict, instance or text beyond ASCII."""
    needed("numpy")
    needed("attrs")
    for case in cases.listed():
        first, second = case.build(), case.build()
        if isinstance(first, int | bytes):
            continue
        if isinstance(first, str):
            assert first.isascii() or first is not second
            continue
        assert first is not second, case.name
        pairs = zip(first, second, strict=True) if isinstance(first, list) else ()
        shared = [a for a, b in pairs if a is b and hasattr(a, "__dict__") and case.need != "enums"]
        shared += [a for a, b in pairs if a is b and isinstance(a, str) and not a.isascii()]
        assert not shared, case.name


def test_the_cases_are_those_of_the_bar() -> None:
    """Names are unique and words of a shell; every need is one that peers know; both kinds of call are there."""
    listed = cases.listed()
    assert len({case.name for case in listed}) == len(listed) == 40
    assert all(case.name.replace("_", "").isalnum() for case in listed)
    assert {case.need for case in listed} == set(NEEDS)
    assert {case.mode for case in listed} == {"repeated", "first"}


def test_every_peer_is_installed_with_the_lab() -> None:
    """The extra `peers` has every library that a file in lab/encoders imports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {line.partition(";")[0].strip() for line in project["optional-dependencies"]["peers"]}
    assert set(PACKAGES) == wanted
