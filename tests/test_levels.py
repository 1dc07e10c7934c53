"""Does every instruction-set level write whole documents as the standard library does?

Numbers, texts and layouts have tests of their kernels alone; leaves and numpy's arrays are in their own modules.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

import pytest
from levels import LEVELS, forced

ALPHABETS = ("abc xyz", 'ab"\\\n\x00\x1f/', "aéÿ", "日本語€", "a😀é\u2028")
FORMS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {"separators": (",", ":")}),
    ({"ascii": True}, {"separators": (",", ":"), "ensure_ascii": True}),
    ({"layout": "spaced"}, {}),
    ({"indent": 2}, {"indent": 2}),
    ({"indent": "\t", "sort_keys": True}, {"indent": "\t", "sort_keys": True}),
    ({"sort_keys": True}, {"separators": (",", ":"), "sort_keys": True}),
]
"""Options, and the same for the standard library."""


def text(random: Random) -> str:
    return "".join(random.choices(random.choice(ALPHABETS), k=random.choice((0, 1, 7, 8, 15, 16, 31, 33, 64, 130))))


def scalar(random: Random) -> Any:
    number = random.getrandbits(random.randrange(1, 80)) * random.choice((1, -1))
    return random.choice((text(random), number, random.uniform(-1, 1) * 10.0 ** random.randrange(-30, 30), number / 100,
                          float(number), None, True, False))  # fmt: skip


def document(random: Random, depth: int) -> Any:
    """Of JSON's own types, with int keys now and then."""
    if depth == 0:
        return scalar(random)
    inner = [document(random, random.randrange(depth)) for _ in range(random.randrange(9))]
    if random.random() < 0.3:
        return inner
    if random.random() < 0.1:
        return {random.getrandbits(random.randrange(1, 60)): value for value in inner}
    return {text(random): value for value in inner}


def spelled(value: Any, **form: Any) -> bytes:
    """By the standard library, all keys made texts before they are sorted."""
    return json.dumps(json.loads(json.dumps(value)), **{"ensure_ascii": False, **form}).encode()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("options", "form"), FORMS, ids=lambda form: str(form)[:40])
def test_documents(level: str, options: dict[str, Any], form: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of all of JSON's own types, laid out and sorted too, at once and one to a line."""
    one = forced(level, monkeypatch, **options)
    random = Random(7)
    values = [document(random, random.randrange(1, 6)) for _ in range(150)]
    assert [one.encode(value) for value in values] == [spelled(value, **form) for value in values]
    assert one.encode(values) == spelled(values, **form)
    if "indent" not in form:
        assert one.encode_lines(values) == b"".join(spelled(value, **form) + b"\n" for value in values)


@pytest.mark.parametrize("level", LEVELS)
def test_scalars_alone(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small ones, which need no writer, and larger ones."""
    one = forced(level, monkeypatch)
    random = Random(8)
    for value in [scalar(random) for _ in range(2000)]:
        assert one.encode(value) == spelled(value)


@dataclass
class Record:
    name: str
    number: int
    inner: Any


@dataclass(slots=True)
class Slots:
    number: float
    inner: Any


class Unknown:
    """For the hook."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("sort", [False, True])
def test_records_and_hooks(level: str, sort: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Followed by plans within a run, and answers of a hook that the run itself asks for."""
    one = forced(level, monkeypatch, sort_keys=sort, default=lambda unknown: unknown.answer)
    random = Random(9)
    answers = [document(random, 2) for _ in range(100)]
    records = [Record(text(random), 5, [Slots(0.1, Slots(2.5, scalar(random)))]) for _ in range(100)]
    expected = [[answer, asdict(record)] for answer, record in zip(answers, records, strict=True)]
    values = [[Unknown(answer), record] for answer, record in zip(answers, records, strict=True)]
    assert one.encode(values) == spelled(expected, separators=(",", ":"), sort_keys=sort)
