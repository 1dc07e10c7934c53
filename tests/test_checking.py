"""Does the conformance kit pass what is right, and find each kind of wrong?"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import encoder
from encoder import checking, corpus
from encoder.axes.arrays import Arrays
from encoder.axes.base64 import Base64
from encoder.axes.escaping import Escaping
from encoder.axes.output import Output
from encoder.types.field import field


class Right(Escaping):
    def escape(self, text: str) -> str:
        return '"' + text.translate(self.spelling) + '"'


def test_a_right_strategy_passes_with_a_report() -> None:
    """The report says what was checked."""
    report = encoder.check(Right)
    assert (report.strategy, report.axis) == (Right, "escaping") and report.recipes > 30
    assert report.calls > report.cases > 300
    assert str(report).startswith(f"{__name__}.Right conforms on axis 'escaping': ")


@pytest.mark.long
@pytest.mark.parametrize("axis", encoder.strategies())
def test_our_own_rivals_pass(axis: str) -> None:
    """What is asked of others holds here."""
    for name in encoder.strategies()[axis]:
        assert encoder.check(name, axis).axis == axis


def test_a_name_needs_its_axis() -> None:
    """ "direct" is one of three."""
    with pytest.raises(TypeError, match=r"check\('direct', axis=\.\.\.\)"):
        encoder.check("direct")
    with pytest.raises(ValueError, match="did you mean 'in_place'"):
        encoder.check("in_plac", "escaping")
    with pytest.raises(TypeError, match="no rival on any axis"):
        encoder.check(int)


def escaping(escape: Callable[[Any, str], Any]) -> type:
    return type("Wrong", (Escaping,), {"escape": escape})


def right(self: Escaping, text: str) -> str:
    return '"' + text.translate(self.spelling) + '"'


def slow_and_shared(self: Any, text: str) -> str:
    self.text = text
    time.sleep(0.0001)
    return right(self, self.text)


WRONG = {
    "an escape too few": (escaping(lambda self, text: f'"{text}"'), "texts"),
    "deaf to options": (escaping(lambda self, text: json.dumps(text, ensure_ascii=False)), "ascii"),
    "other digits": (escaping(lambda self, text: right(self, text).replace("001f", "001F")), "escapes"),
    "a long text": (escaping(lambda self, text: right(self, text[:65535])), "texts of 65535"),
    "no surrogate refused": (escaping(lambda self, text: right(self, text).encode("utf-8", "replace")), "a surrogate"),
    "one instance for all threads": (escaping(slow_and_shared), "many threads"),
    "raises": (escaping(lambda self, text: text[0] and right(self, text)), "nothing in containers"),
    "the other alphabet": (
        type("Wrong", (Base64,), {"encode": lambda self, data: base64.urlsafe_b64encode(data)}),
        "bytes alone",
    ),
    "a byte lost": (
        type("Wrong", (Base64,), {"encode": lambda self, data: base64.b64encode(data[:-1] + b"\0" if data else b"")}),
        "bytes alone",
    ),
    "rounded": (
        type("Wrong", (Arrays,), {"join": lambda self, n: "[" + ",".join(f"{i:g}" for i in n) + "]"}),
        "floats",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_strategy_is_found(case: str) -> None:
    """The first differences, each with its value, what was expected and what came."""
    strategy, name = WRONG[case]
    with pytest.raises(encoder.ConformanceError) as caught:
        encoder.check(strategy)
    differences = caught.value.differences
    assert isinstance(caught.value, AssertionError) and 1 <= len(differences) <= checking.SHOWN
    assert name in [difference.case.partition(",")[0] for difference in differences]
    said = str(caught.value)
    assert all(word in said for word in ("Wrong does not conform", "value ", "expected ", "got ", differences[0].case))


def test_a_collector_that_mixes_calls_up_is_found() -> None:
    """One for all calls is none for a nested one."""

    class Mixed(Output):
        def __init__(self) -> None:
            self.pieces: list[bytes] = []

        def collector(self) -> Any:
            return self

        def write(self, piece: bytes) -> None:
            self.pieces.append(piece)

        def getvalue(self) -> bytes:
            return b"".join(self.pieces)

    with pytest.raises(encoder.ConformanceError):
        encoder.check(Mixed)


def test_the_corpus_agrees_with_the_standard_library() -> None:
    """Where the forms coincide, json.dumps says the same; and what is written out is JSON."""
    compared = 0
    for case in corpus.SMALL:
        assert isinstance(case.expected, bytes)
        json.loads(case.expected.decode("utf-8", "surrogatepass"))
        try:
            text = json.dumps(case.value, ensure_ascii="ascii" in case.options, separators=(",", ":"))
        except TypeError:
            continue  # bytes, records, own types
        if not case.options.keys() - {"ascii"}:
            compared += text.replace("\x7f", "\\u007f" if case.options else "\x7f").encode() == case.expected
    assert compared >= 12


@dataclass
class Person:
    first_name: str
    class_: str = "c"
    age: int = 3


def run(text: str, record: Any) -> list[Any]:
    scope: dict[str, Any] = {}
    exec(text, scope)
    return list(scope["fields"](record))


def test_the_source_of_a_contract_reads_the_fields() -> None:
    """Names, names in JSON and order are those that are encoded."""
    text = encoder.source(Person, keys="camel")
    assert text == (
        "def fields(record):\n"
        "    yield record.first_name  # 'firstName'\n"
        "    yield record.class_  # 'class_'\n"
        "    yield record.age  # 'age'\n"
    )
    record = Person("a")
    assert run(text, record) == ["a", "c", 3]
    assert encoder.encode(record, keys="camel") == b'{"firstName":"a","class_":"c","age":3}'


def test_the_source_follows_options() -> None:
    """Sorted keys are read in their order."""
    text = encoder.source(Person, sort_keys=True)
    members = list(json.loads(encoder.encode(Person("a"), sort_keys=True)).values())
    assert run(text, Person("a")) == members == [3, "c", "a"]


def test_odd_names_are_asked_for_by_name() -> None:
    """What is no identifier, or would be mangled in a class, is still Python; no name can break out of the text."""
    from dataclasses import make_dataclass
    from typing import Annotated

    odd = make_dataclass("Odd", [("__private", int), ("x", Annotated[int, field(name="'\n1/0 # \"")])])
    text = encoder.source(odd)
    assert "getattr(record, '__private')" in text and len(text.splitlines()) == 3
    assert run(text, odd(1, 2)) == [1, 2] == list(json.loads(encoder.encode(odd(1, 2))).values())
    assert run(encoder.source(corpus.Slotted), corpus.Slotted("s")) == ["s"]
    assert run(encoder.source(make_dataclass("None_", [])), None) == []


def test_a_class_without_a_contract_says_why() -> None:
    """No source is better than a wrong one."""
    for cls, options, reason in (
        (int, {}, "no class of named fields"),
        (corpus.Empty, {}, "no class of named fields|single value, or refused"),
        (Person, {"omit": "none"}, "left out or converted"),
    ):
        with pytest.raises(TypeError, match=reason):
            encoder.source(cls, **options)
    with pytest.raises(TypeError, match="takes a class"):
        encoder.source(Person("a"))
    with pytest.raises(TypeError, match="did you mean 'omit'"):
        encoder.source(Person, omitt="none")
