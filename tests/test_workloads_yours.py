"""Can any value and any file become a payload, and is what cannot refused in one sentence?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import workloads
from lab.errors import DataError
from lab.workloads import yours


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
    "value", [object(), {1, 2}, float("nan"), [b"", 1j]], ids=["object", "set", "nan", "complex"]
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
