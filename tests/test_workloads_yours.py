"""Can any value and any file become a payload, and is what cannot refused in one sentence?"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from absence import needed

import lab
from lab import workloads
from lab.errors import DataError, UnknownWorkloadError
from lab.workloads import reading, yours


@dataclass
class Reading:
    station: str
    raw: bytes


def test_a_file_is_a_workload_under_its_path(tmp_path: Path) -> None:
    """The name alone finds the payload again, which is all that a worker gets; each build is fresh."""
    place = tmp_path / "mine.json"
    place.write_text('{"a": [1, 2.5, null]}')
    again = workloads.get(yours.from_file(place).name)
    assert again.build() == {"a": [1, 2.5, None]}
    assert again.build() is not again.build()
    assert again.title == "mine.json" and again.origin == "generated"


def test_pasted_text_is_a_workload() -> None:
    """Text that is JSON serves under a name that another process can resolve."""
    assert workloads.get(yours.from_text("[1, 2]").name).build() == [1, 2]


def test_a_value_keeps_its_types() -> None:
    """Dataclasses and bytes arrive as what they are, in a copy of their own."""
    value = [Reading("north", b"\x00\x01")]
    built = workloads.get(yours.from_value(value, title="readings").name).build()
    assert built == value and built[0] is not value[0]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1,]", b'{"a": NaN}', b"[" * 200_000, b'"\xff"'], ids=lambda each: repr(each[:8])
)
def test_what_is_not_json_is_refused(tmp_path: Path, content: bytes) -> None:
    """The message names the file and says that it is not JSON."""
    place = tmp_path / "bad.json"
    place.write_bytes(content)
    with pytest.raises(DataError, match=r"bad\.json is not JSON"):
        yours.from_file(place)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """The message has the path and the system's reason."""
    with pytest.raises(DataError, match=r"nowhere\.json cannot be read: No such file"):
        yours.from_file(tmp_path / "nowhere.json")


@pytest.mark.parametrize(
    "value", [object(), float("nan"), [b"", 1j]], ids=["object", "nan", "complex"]
)
def test_a_value_that_json_has_no_word_for_is_refused(value: object) -> None:
    """The message says which value, by the title that its owner gave it."""
    with pytest.raises(DataError, match="my data cannot be encoded as JSON"):
        yours.from_value(value, title="my data")


def test_a_value_that_contains_itself_is_refused() -> None:
    """A cycle is told, not followed."""
    cycle: list = []
    cycle.append(cycle)
    with pytest.raises(DataError, match="cannot be encoded"):
        yours.from_value(cycle)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'{"a": 1,\n "b": }', "Expecting value, in line 2, column 7"),
        (b'[1,\n  NaN]', "NaN is not a JSON value, in line 2, column 3"),
        (b'["NaN",\n\n-Infinity]', "-Infinity is not a JSON value, in line 3, column 1"),
        (b'["\xc3\xa9",\n"\xff"]', "byte 0xff is no utf-8, in line 2, column 2"),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, content: bytes, place: str) -> None:
    """Line and column, as an editor counts them, where the parser stumbles."""
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    with pytest.raises(DataError, match=re.escape(place)):
        yours.from_file(file)


def test_a_key_that_is_there_twice_is_refused() -> None:
    """A parser would keep one of the two, and the payload would not be what its owner thinks."""
    with pytest.raises(DataError, match="has the key 'id' twice in one object"):
        yours.from_text('[{"id": 1, "a": {"id": 2}, "id": 3}]')
    assert yours.from_text('[{"id": 1}, {"id": 2}]').build() == [{"id": 1}, {"id": 2}]


@pytest.mark.parametrize("ending", [".ndjson", ".jsonl"])
def test_lines_of_json_are_a_list(tmp_path: Path, ending: str) -> None:
    """Empty lines do not count, and a line that is no JSON is named by its number."""
    place = tmp_path / f"rows{ending}"
    place.write_text('{"a": 1}\n\n{"a": 2}\n')
    assert workloads.get(yours.from_file(place).name).build() == [{"a": 1}, {"a": 2}]
    place.write_text('{"a": 1}\n\n{"a": }\n')
    with pytest.raises(DataError, match="line 3, column 7"):
        yours.from_file(place)


def test_a_payload_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file over it is refused by its size, before it is read; so are a text and a value."""
    monkeypatch.setattr(reading, "LIMIT", 1_000_000)
    place = tmp_path / "huge.json"
    with place.open("wb") as file:
        file.truncate(3_000_000_000)
    with pytest.raises(DataError, match=r"huge\.json has 3,000 MB, and a payload may have 1"):
        yours.from_file(place)
    for make in (lambda: yours.from_text(f'"{"x" * 1_000_000}"'), lambda: yours.from_value("x" * 1_000_000)):
        with pytest.raises(DataError, match="a payload may have 1"):
            make()


@pytest.mark.parametrize("value", [42, "text", None, True, 1.5, [], {}])
def test_a_scalar_is_a_payload(value: object) -> None:
    """As a value and as a text: a document may be one of them."""
    assert workloads.of(yours.from_value(value)).build() == value
    assert yours.from_text(json.dumps(value)).build() == value


def test_what_only_the_encoder_knows_is_a_payload() -> None:
    """Dates, sets and the like: the standard library cannot say what is right, which is no reason to refuse."""
    value = {"when": datetime.date(2020, 1, 2), "some": {1}}
    assert workloads.get(yours.from_value(value).name).build() == value


def rings(*, count: int = 2) -> list[int]:
    return list(range(count))


def test_a_function_makes_a_payload() -> None:
    """Given or named, with parameters; what it is called with is its name."""
    assert yours.from_function(rings, count=3).build() == [0, 1, 2]
    made = workloads.get(yours.from_function(f"{__name__}:rings").name)
    assert made.build() == [0, 1] and yours.shown(made.name) == f"{__name__}:rings()"
    for name, why in (("json:nothing", "no attribute"), ("nowhere:x", "No module"), ("json:__name__", "is a str")):
        with pytest.raises(DataError, match=why):
            yours.from_function(name)
    with pytest.raises(DataError, match=r"rings\(count='x'\) made no payload: TypeError"):
        yours.from_function(rings, count="x")


def test_a_text_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name, a path, JSON itself, a function: told apart without a prefix."""
    monkeypatch.chdir(tmp_path)
    Path("mine.json").write_text("[1]")
    assert workloads.of("int").family != "yours"
    assert [workloads.of(one).build() for one in ("mine.json", Path("mine.json"), " [1]")] == [[1]] * 3
    assert workloads.of(f"{__name__}:rings").build() == [0, 1]
    assert workloads.of({"a": 1}).build() == {"a": 1}
    with pytest.raises(UnknownWorkloadError):
        workloads.of("twiter")


def test_no_result_holds_a_payload(tmp_path: Path) -> None:
    """What is saved says how long it took, and not what it was; the remark says who could not judge it."""
    needed("memray")
    secret = {"password": "hunter2", "when": datetime.date(2020, 1, 2)}
    found = lab.compare(secret, baseline="tree=value", candidate="tree=direct", quick=True, build="interpreted")
    saved = found.save(tmp_path / "run.json").read_text() + found.report(tmp_path / "run.html").read_text()
    assert "hunter2" not in saved and "password" not in json.dumps(json.loads((tmp_path / "run.json").read_text()))
    assert [one.code for one in found.row.remarks if "standard library" in one.text] == ["unjudged"]
