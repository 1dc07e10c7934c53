"""Does every method do what its name says, with the same bytes whoever encodes?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

import encoder
from lab.errors import DisagreementError, PayloadError
from lab.measure import contestants
from lab.measure.contestants import Contestant, agree, contestant, naming_refusals
from lab.model import METHODS, Design, Method
from lab.workloads import Workload

DESIGN = Design(label="default")


@dataclass
class Login:
    email: str
    remember: bool


def value() -> dict[str, Any]:
    return {"list": [1, 2.5, "\u00e9"], "login": Login("a@b.c", True), "raw": b"\x00\xff"}


EXPECTED = '{"list":[1,2.5,"\u00e9"],"login":{"email":"a@b.c","remember":true},"raw":"AP8="}'.encode()


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_the_payloads_bytes(method: Method) -> None:
    """To bytes, text, a buffer, a stream or as a property: the same JSON, twice in a row."""
    made = contestant(DESIGN, value, method)
    expected = b'{"Prop":' + EXPECTED + b"}" if method == "as_property" else EXPECTED
    assert made.output() == expected
    assert made.output() == expected


@pytest.mark.parametrize("method", METHODS)
def test_every_recipe_agrees_with_the_standard_library(method: Method) -> None:
    """All rivals of an axis give the bytes that json gives, once told about bytes and dataclasses."""
    designs = [Design(label=name, axes={"tree": name}) for name in encoder.strategies()["tree"]]
    made = [contestant(design, value, method) for design in designs]
    assert agree(made, value, method).endswith(b"}")


def test_every_contestant_has_fresh_objects() -> None:
    """What one leaves on its payload, no other finds."""
    built: list[dict[str, Any]] = []

    def build() -> dict[str, Any]:
        built.append(value())
        return built[-1]

    contestant(DESIGN, build, "to_bytes")
    contestant(DESIGN, build, "to_bytes")
    assert len(built) == 2 and built[0] is not built[1]


def a_fake(label: str, output: bytes) -> Contestant:
    return Contestant(design=Design(label=label), operation=lambda: output, output=lambda: output)


def test_different_bytes_are_shown() -> None:
    """The error names both, the place, what stands there, and that nothing was measured."""
    both = [a_fake("copying", b'["AAAA","BBBB"]'), a_fake("direct", b'["AAAA","BBXB"]')]
    with pytest.raises(
        DisagreementError, match=r"copying and direct .* byte 11 on.*BBXB.*Nothing was measured"
    ):
        agree(both, lambda: ["AAAA", "BBBB"], "to_bytes")


def test_a_prefix_is_a_difference() -> None:
    """Bytes that end early differ from where they end."""
    with pytest.raises(DisagreementError, match="byte 3 on"):
        agree([a_fake("a", b"[1]\n"), a_fake("b", b"[1]")], lambda: [1], "to_bytes")


def test_agreeing_on_wrong_json_is_found() -> None:
    """The standard library is asked too, so that two wrong rivals do not pass."""
    with pytest.raises(DisagreementError, match="standard library"):
        agree([a_fake("a", b"[2]"), a_fake("b", b"[2]")], lambda: [1], "to_bytes")


def test_another_spelling_of_the_same_json_passes() -> None:
    """Contestants may write 1e2 where json writes 100.0, as long as they agree."""
    assert agree([a_fake("a", b"[1e2]")], lambda: [100.0], "to_bytes") == b"[1e2]"


def test_what_json_cannot_write_is_compared_among_contestants_only() -> None:
    """A type that the standard library does not know is no reason to refuse."""
    assert agree([a_fake("a", b'"x"')], object, "to_bytes") == b'"x"'


def test_a_refused_payload_names_design_and_payload() -> None:
    """What the encoder raises becomes one message with its path and what to do."""
    payload = Workload(name="odd", title="Odd values", family="yours", build=lambda: [float("nan")])
    with pytest.raises(
        PayloadError, match=r"default cannot encode Odd values.*\$\[0\].*nothing was measured"
    ):
        with naming_refusals(DESIGN, payload):
            contestant(DESIGN, payload.build, "to_bytes").output()


def test_a_kept_writer_hands_nothing_out() -> None:
    """The call of to_writer writes and no more: no result is copied, as in the source system's benchmark."""
    assert contestant(DESIGN, value, "to_writer").operation() is None


@pytest.mark.parametrize("writer", ["cached", "fresh", "unpooled"])
@pytest.mark.parametrize("scalar", [42, "text", None, 0.5])
def test_a_scalar_takes_the_writer_that_the_design_names(writer: str, scalar: Any) -> None:
    """By default one needs no writer where the thread keeps one: then a writer would be measured against none."""
    made = contestant(Design(label=writer, axes={"writer": writer}), lambda: scalar, "to_bytes").operation.func.__self__
    assert made.count(scalar)["bare"] == 0
    assert made.encode(scalar) == json.dumps(scalar).encode()


def test_unknown_methods_are_refused() -> None:
    """A method the lab does not have is a programming error."""
    with pytest.raises(ValueError, match="to_paper"):
        contestant(DESIGN, value, "to_paper")


def test_json_is_told_what_bytes_and_dataclasses_mean() -> None:
    """The judge's text is what the encoder's documentation promises."""
    assert contestants._standard(value(), "to_bytes") == EXPECTED
    assert json.loads(EXPECTED)["raw"] == "AP8="
