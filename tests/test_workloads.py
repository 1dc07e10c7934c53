"""Are the payloads what the source systems measured, new each time, and honest about where they come from?"""

from __future__ import annotations

import base64
import dataclasses
import json
import pickle
from typing import Any

import pytest
from absence import absent

from lab import workloads
from lab.errors import UnknownWorkloadError
from lab.workloads import canada, documents, files, numbers, text, twitter


def compact(value: Any) -> bytes:
    """The value as compact UTF-8 JSON by the standard library; bytes as base64, dataclasses as objects."""

    def plain(other: Any) -> Any:
        return base64.b64encode(other).decode() if isinstance(other, bytes) else vars(other)

    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, default=plain).encode()


def shape(value: Any, depth: int = 5) -> Any:
    """Which keys and kinds a value is made of: a list is the union of its elements' shapes."""
    if isinstance(value, dict) and depth:
        return frozenset((key, shape(each, depth - 1)) for key, each in value.items())
    if isinstance(value, list) and depth:
        return frozenset(shape(each, depth - 1) for each in value)
    return type(value).__name__


EVERY = workloads.names(every=True)
REAL = ("canada", "twitter", "citm_catalog", "github_events", "mesh")
LOOK_ALIKES = {
    "canada": canada.look_alike,
    "twitter": twitter.look_alike,
    "citm_catalog": documents.citm_look_alike,
    "github_events": documents.github_look_alike,
    "mesh": numbers.look_alike,
}


@pytest.fixture
def without_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setenv("LAB_DATA", str(tmp_path))


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("int", 2),
        ("login", 83),
        ("index", 12_555),
        ("my_events", 76_011),
        ("dictionary_100", 5_915),
        ("binary_1k", 1_384),
        ("base64_100_zero", 138),
        ("base64_1000_fbff", 1_338),
        ("blob_1m", 1_398_106),
        ("int_array", 48_891),
        ("growth_1", 32),
        ("growth_65536", 2_031_617),
    ],
)
def test_sizes_are_the_source_systems(name: str, size: int) -> None:
    """Compact JSON is as long as the source system's, where that needs no escape."""
    assert len(compact(workloads.get(name).build())) == size


def test_location_is_longer_where_plus_is_escaped() -> None:
    """System.Text.Json writes 203 bytes for the location: ours is 5 shorter, for one ``+`` kept raw."""
    written = compact(workloads.get("location").build())
    assert (len(written), len(written.replace(b"+", rb"\u002B"))) == (198, 203)


@pytest.mark.parametrize(("name", "alloc_bytes"), [("int", 32), ("login", 112), ("dictionary_100", 5944)])
def test_published_allocations_are_the_result_arrays(name: str, alloc_bytes: int) -> None:
    """What the cached writer still allocates in .NET is an array of exactly our payload's length."""
    size = len(compact(workloads.get(name).build()))
    assert (24 + size + 7) // 8 * 8 == alloc_bytes


def test_dotnet_random_gives_dotnets_numbers() -> None:
    """``new Random(0)`` starts with the three numbers that every .NET programmer has seen."""
    numbers_of_seed_0 = text.dotnet_random(0)
    assert [next(numbers_of_seed_0) for _ in range(3)] == [1_559_595_546, 1_755_192_844, 1_649_316_166]


def test_the_dictionary_has_unique_short_strings() -> None:
    """100 different keys of 1 to 49 letters and digits, each its own value."""
    value = text.dictionary(count=100)
    assert len(value) == 100
    assert all(key is each and 1 <= len(key) <= 49 and key.isalnum() for key, each in value.items())


def test_base64_payloads_show_both_extremes() -> None:
    """All zero gives no character that an escaper would touch; of FB FF three in four are such."""
    zero = base64.b64encode(workloads.get("base64_1000_zero").build())
    fbff = base64.b64encode(workloads.get("base64_1000_fbff").build())
    assert not set(zero) & set(b"+/")
    assert sum(fbff.count(each) for each in (b"+", b"/")) == pytest.approx(0.75 * len(fbff), abs=2)


@pytest.mark.parametrize("name", EVERY)
def test_each_build_is_equal_and_fresh(name: str, without_files: None) -> None:
    """Two builds are equal and share no container, so no contestant inherits another's traces."""
    workload = workloads.get(name)
    first, second = workload.build(), workload.build()
    assert first == second
    if isinstance(first, dict | list) or dataclasses.is_dataclass(first):
        assert first is not second
        ids = {id(child) for child in _children(first)}
        assert not any(id(child) in ids for child in _children(second))


def _children(value: Any) -> list[Any]:
    inside = (
        value.values()
        if isinstance(value, dict)
        else vars(value).values()
        if hasattr(value, "__dict__")
        else value
    )
    return [child for child in inside if isinstance(child, dict | list)]


def test_names_are_unique_and_resolve() -> None:
    """Every name gives the workload of that name, and every scaled twin exists."""
    assert len(set(EVERY)) == len(EVERY)
    for name in EVERY:
        workload = workloads.get(name)
        assert workload.name == name
        assert workload.small is None or workload.small in EVERY


def test_a_menu_offers_no_scaled_twins() -> None:
    """The short list leaves out what only memory is counted on and the steps of the growth curve."""
    short = workloads.names()
    assert "canada" in short and "canada_20" not in short and not set(short) & set(workloads.GROWTH)


def test_a_wrong_name_offers_the_nearest() -> None:
    """``twiter`` is answered with ``twitter``, and the error survives the way out of a worker."""
    with pytest.raises(UnknownWorkloadError, match="Did you mean twitter") as caught:
        workloads.get("twiter")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (UnknownWorkloadError, str(caught.value))


@pytest.mark.parametrize("name", REAL)
def test_without_the_file_a_look_alike_says_so(name: str, without_files: None) -> None:
    """A payload whose file is not here is generated, and its origin does not claim otherwise."""
    assert workloads.get(name).origin == "look-alike"
    assert workloads.get(name).build() == LOOK_ALIKES[name]()


@pytest.mark.parametrize("name", REAL)
def test_a_look_alike_has_the_files_shape(name: str) -> None:
    """A look-alike has nearly the real file's length, and no key that the real file lacks."""
    if not files.is_here(name):
        absent(f"the real {name} (python -m lab data fetch)")
    real, alike = files.load(name), LOOK_ALIKES[name]()
    assert len(compact(alike)) == pytest.approx(len(compact(real)), rel=0.08)
    assert _keys(alike) <= _keys(real)
    assert len(alike) == len(real)


def _keys(value: Any) -> set[str]:
    """All keys that name something; keys that are themselves data (numbers in quotes) left out."""
    if isinstance(value, list):
        return set().union(*map(_keys, value))
    if isinstance(value, dict):
        return {key for key in value if not key.isdigit()}.union(*map(_keys, value.values()))
    return set()


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("canada", 2_090_234),
        ("twitter", 466_906),
        ("citm_catalog", 500_299),
        ("github_events", 53_329),
        ("mesh", 650_573),
    ],
)
def test_the_real_files_have_their_known_length(name: str, size: int) -> None:
    """The fetched files, written compactly, are as long as the originals."""
    if not files.is_here(name):
        absent(f"the real {name} (python -m lab data fetch)")
    assert workloads.get(name).origin == "real"
    assert len(compact(workloads.get(name).build())) == size


def test_canada_has_the_published_rings_and_points() -> None:
    """480 rings of 55,563 points, in the real file and in its look-alike."""
    for value in [canada.look_alike()] + ([files.load("canada")] if files.is_here("canada") else []):
        rings = value["features"][0]["geometry"]["coordinates"]
        assert (len(rings), sum(map(len, rings))) == (480, 55_563)


def test_swifts_twitter_is_134_kb_with_slashes_escaped() -> None:
    """Swift's model keeps 132,380 bytes; the 2,075 escaped slashes make its published 134 KB."""
    if not files.is_here("twitter"):
        absent("the real twitter (python -m lab data fetch)")
    written = compact(workloads.get("swift.twitter").build())
    assert (len(written), written.count(b"/")) == (132_380, 2_075)


def test_swifts_canada_writes_the_same_bytes(without_files: None) -> None:
    """The model's tuples and dataclasses are the map's lists and objects."""
    assert compact(workloads.get("swift.canada").build()) == compact(workloads.get("canada").build())
