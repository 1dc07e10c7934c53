"""Do the counted bytes and blocks equal what is known to be allocated?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from absence import needed

ROOT = Path(__file__).resolve().parents[1]
PROBES = """
import itertools, json, sys, tempfile
from pathlib import Path
from lab.measure.meters import allocations, trees

KEPT = [None] * 100
PLACES = tuple(range(100))

GROWN, TEXT, MAPPED = [], bytearray(), {}
UNIT = "x"

class Slotted:
    __slots__ = ("a", "b")

def hundred_strings():
    for place in PLACES:
        KEPT[place] = UNIT * 1000

def hundred_bytes():
    for place in PLACES:
        KEPT[place] = bytes(1000)

def hundred_objects():
    for place in PLACES:
        KEPT[place] = Slotted()

def empty():
    pass

def thousand_calls():
    for _ in itertools.repeat(None, 1000):
        empty()

def appends():
    GROWN.clear()
    for place in PLACES:
        GROWN.append(None)

def bytes_appended():
    TEXT.clear()
    for place in PLACES:
        TEXT.append(place)

def entries():
    MAPPED.clear()
    for place in PLACES:
        MAPPED[place] = None

def growth(thing, add):
    # What each change of its size, as it tells itself, must have asked for.
    thing.clear()
    sizes = [sys.getsizeof(type(thing)()), sys.getsizeof(thing)]
    for place in PLACES:
        add(place)
        sizes.append(sys.getsizeof(thing))
    return [after - sizes[0] for before, after in itertools.pairwise(sizes) if after != before]

def two_at_once():
    first = bytes(3000)
    second = bytes(2000)
    del first
    return bytes(4000)

def nothing():
    pass

grown = []
def sometimes_more():
    grown.append(None)
    if len(grown) % 4 == 0:
        bytes(5000)
    return bytes(1000)

with tempfile.TemporaryDirectory() as folder:
    place = Path(folder)
    answer = {}
    probes = (
        hundred_bytes, hundred_strings, hundred_objects, thousand_calls, appends, bytes_appended, entries,
        two_at_once, nothing, sometimes_more,
    )
    for probe in probes:
        found = [allocations.count(probe, settle=nothing, folder=place, repeats=3) for _ in range(2)]
        traced = allocations.trace(probe, folder=place, native=False, counted=4)
        trees_found = [trees.attributed(found[0].steady, one) for one in traced]
        answer[probe.__name__] = {
            "runs": [[one.steady.bytes, one.steady.blocks, one.steady.peak] for one in found],
            "peak": allocations.peak(probe, settle=nothing, folder=place),
            "others": [len(one.others) for one in found],
            "asked": found[0].steady.asked,
            "hooked": max(one.blocks for one in traced),
            "tree": max(sum(block.size for block in blocks) for blocks in trees_found if blocks is not None),
            "stacks": sorted({block.stack[-1][0] for blocks in trees_found if blocks for block in blocks}),
        }
    answer["left"] = [path.name for path in place.iterdir()]
    answer["growth"] = {
        "appends": growth(GROWN, GROWN.append),
        "bytes_appended": growth(TEXT, TEXT.append),
        "entries": growth(MAPPED, lambda place: MAPPED.setdefault(place)),
    }
    answer["sizes"] = {
        "text": sys.getsizeof("x" * 1000),
        "bytes": sys.getsizeof(bytes(1000)),
        "object": sys.getsizeof(Slotted()),
        "iterator": sys.getsizeof(iter(())),
        "repeat": sys.getsizeof(itertools.repeat(None, 1)),
    }
print(json.dumps(answer))
"""


@pytest.fixture(scope="module", params=["malloc", "pymalloc", "debug"])
def found(request: pytest.FixtureRequest) -> dict:
    """What a fresh process with one of CPython's allocators counts for the probes, once for all tests."""
    needed("memray")
    environment = {**os.environ, "PYTHONMALLOC": request.param, "PYTHONHASHSEED": "0"}
    answer = subprocess.run(
        [sys.executable, "-c", PROBES], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout)


def test_a_hundred_bytes_objects(found: dict) -> None:
    """100 times bytes(1000) and the loop's iterator, to the byte and the block."""
    sizes = found["sizes"]
    assert found["hundred_bytes"]["runs"][0][:2] == [100 * sizes["bytes"] + sizes["iterator"], 101]


def test_a_hundred_strings(found: dict) -> None:
    """100 texts of 1000 characters, to the byte and the block."""
    sizes = found["sizes"]
    assert found["hundred_strings"]["runs"][0][:2] == [100 * sizes["text"] + sizes["iterator"], 101]


def test_a_hundred_slotted_objects(found: dict) -> None:
    """100 small objects, which CPython's own allocator hides from malloc, are all counted."""
    sizes = found["sizes"]
    assert found["hundred_objects"]["runs"][0][:2] == [100 * sizes["object"] + sizes["iterator"], 101]


def test_a_thousand_calls_that_allocate_nothing(found: dict) -> None:
    """No frame object of the profiler is counted: only the loop's own iterator is there."""
    probe = found["thousand_calls"]
    assert probe["runs"][0][:2] == [found["sizes"]["repeat"], 1]
    assert probe["hooked"] >= 1000


@pytest.mark.parametrize("name", ["appends", "bytes_appended", "entries"])
def test_growth_counts_every_new_size(found: dict, name: str) -> None:
    """Of a list, a bytearray and a dict: each step asks for the full new size, as malloc sees it, and for nothing else.

    The truth is what the thing says of its own size after each step.
    """
    growth, iterator = found["growth"][name], found["sizes"]["iterator"]
    assert len(growth) >= 3 and growth == sorted(growth)
    assert sorted(found[name]["asked"]) == sorted([*growth, iterator])


def test_the_peak_is_what_is_alive_at_once(found: dict) -> None:
    """5000 bytes, then 6000: the first object is gone before the last one comes."""
    header = found["sizes"]["bytes"] - 1000
    assert found["two_at_once"]["runs"][0][2] == 6000 + 2 * header
    assert found["two_at_once"]["peak"] == 6000 + 2 * header


def test_a_call_that_allocates_nothing_counts_nothing(found: dict) -> None:
    """Neither the loop around the call nor the tracker is in the figures."""
    assert found["nothing"]["runs"][0] == [0, 0, 0]


def test_two_runs_agree_to_the_byte(found: dict) -> None:
    """Counting a probe again gives the same figures."""
    for name, probe in found.items():
        if isinstance(probe, dict) and "runs" in probe:
            assert probe["runs"][0] == probe["runs"][1], name


def test_a_rare_growth_is_told_apart(found: dict) -> None:
    """A call that now and then asks for more has the usual call's figures, and the others are told."""
    probe = found["sometimes_more"]
    assert probe["runs"][0][:2] == [found["sizes"]["bytes"], 1]
    assert max(probe["others"]) == 1


def test_call_trees_add_up_to_the_figures(found: dict) -> None:
    """With the hook's frame objects taken out, the blocks with stacks are the blocks that were counted."""
    for name, probe in found.items():
        if isinstance(probe, dict) and "tree" in probe:
            assert probe["tree"] == probe["runs"][0][0], name
    assert found["hundred_bytes"]["stacks"] == ["hundred_bytes"]


def test_captures_are_removed(found: dict) -> None:
    """No file of a capture is left."""
    assert found["left"] == []
