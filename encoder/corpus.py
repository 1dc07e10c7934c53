"""Which values does the conformance kit encode, and as which bytes? Written out, or by the standard library."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from encoder.errors import (
    CircularReferenceError,
    DuplicateKeyError,
    EncodeError,
    InvalidValueError,
    TooDeepError,
    UnsupportedTypeError,
)


@dataclass(frozen=True)
class Case:
    """A value, options, and what comes of it: bytes, or the class of an error and the path that it names."""

    name: str
    value: Any
    expected: bytes | tuple[type[EncodeError], tuple[Any, ...]]
    options: dict[str, Any]


@dataclass
class Point:
    x_value: Any
    y_value: Any = None


@dataclass(frozen=True, slots=True)
class Slotted:
    name: str = "n"


class Empty:
    """Nothing says how to write this."""


class Own:
    """Encodes itself."""

    def __init__(self, content: Any) -> None:
        self.content = content

    def __encode__(self, to: Any) -> None:
        keyed = to.keyed()
        keyed["content"] = self.content
        keyed.nested_unkeyed("more").append("é")


def case(name: str, value: Any, expected: Any, **options: Any) -> Case:
    return Case(name, value, expected.encode() if isinstance(expected, str) else expected, options)


CIRCLE: list[Any] = []
CIRCLE.append({"again": CIRCLE})
TEXT = "\"\\/\b\t\n\f\r\x00\x1f\x7f<>&'+`é\u2028€😀"

SMALL = [
    case("nothing in containers", [[], {}, (), "", b""], '[[],{},[],"",""]'),
    case("words", [None, True, False], "[null,true,false]"),
    case("integers", [0, -1, 2**63, -(2**63), 10**25], f"[0,-1,{2**63},{-(2**63)},1{'0' * 25}]"),
    case("floats", [0.1, -0.0, 1e16, 5e-324, 1.0], "[0.1,-0.0,1e+16,5e-324,1.0]"),
    case("one class and another", [[1, 2, True], [1.5, 2], ["a", 1]], '[[1,2,true],[1.5,2],["a",1]]'),
    case("a number alone", 7, "7"),
    case("a text alone", "a\nb", '"a\\nb"'),
    case("bytes alone", b"\xfb\xff", '"+/8="'),
    case("texts", ["", "a", '"', "\\", "é", "€", "😀", "a\u2028b"], '["","a","\\"","\\\\","é","€","😀","a\u2028b"]'),
    case("escapes", TEXT, '"\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\x7f<>&\'+`é\u2028€😀"'),
    case("keys", {"": 0, '"': 1, "é\n": 2, "k" * 40: 3}, '{"":0,"\\"":1,"é\\n":2,"' + "k" * 40 + '":3}'),
    case("keys of other types", {1: "a", None: "b", 2.5: "", False: "d"}, '{"1":"a","null":"b","2.5":"","false":"d"}'),
    case("a late key", {"a": 1, 3: [2], "b": {"c": 4}}, '{"a":1,"3":[2],"b":{"c":4}}'),
    case("nested", {"a": [{"b": [[], [1, {"c": "d"}]]}, ()]}, '{"a":[{"b":[[],[1,{"c":"d"}]]},[]]}'),
    case("bytes", [b"a", b"ab", b"abc", {"k": b"\x00"}], '["YQ==","YWI=","YWJj",{"k":"AA=="}]'),
    case("a record", Point(1, "é"), '{"x_value":1,"y_value":"é"}'),
    case("records", [Point([Slotted()], {"k": Slotted("m")}), Slotted("")],
         '[{"x_value":[{"name":"n"}],"y_value":{"k":{"name":"m"}}},{"name":""}]'),
    case("own types", [Own([1, Own("x")]), 2],
         '[{"content":[1,{"content":"x","more":["é"]}],"more":["é"]},2]'),
    case("a hook", [{"a": Empty()}, "z"], '[{"a":["h",{"é":1}]},"z"]', default=lambda value: ["h", {"é": 1}]),
    case("ascii", [TEXT, {"é😀": "é"}],
         '["\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\\u007f<>&\'+`\\u00e9\\u2028\\u20ac\\ud83d\\ude00",'
         '{"\\u00e9\\ud83d\\ude00":"\\u00e9"}]', ascii=True),
    case("html", [TEXT, {"<": 1}],
         '["\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\x7f\\u003c\\u003e\\u0026\\u0027+`é\\u2028€😀",{"\\u003c":1}]',
         escape="html"),
    case("slashes", ["a/b", {"/": 1}], '["a\\/b",{"\\/":1}]', escape="slashes"),
    case("surrogates replaced", ["a\ud800", {"\udfff": 1}], '["a\ufffd",{"\ufffd":1}]', surrogates="replace"),
    case("surrogates escaped", ["a\ud800", {"\udfff": 1}], '["a\\ud800",{"\\udfff":1}]', surrogates="escape"),
    case("laid out", {"a": [1, [], {}], "b": "x"},
         '{\n  "a": [\n    1,\n    [],\n    {}\n  ],\n  "b": "x"\n}', indent=2),
    case("in order", {"b": 1, "a": {"d": 2, "c": 3}}, '{"a":{"c":3,"d":2},"b":1}', sort_keys=True),
    case("renamed", [Point(1), {"k_k": 2}], '[{"xValue":1,"yValue":null},{"k_k":2}]', keys="camel"),
    case("not finite", [float("inf"), {"a": float("nan")}], '[null,{"a":null}]', non_finite="null"),
]  # fmt: skip
"""Values of every kind, few bytes each."""

FAILING = [
    case("a surrogate", ["a", "b\ud800"], (InvalidValueError, (1,))),
    case("a surrogate below a key", {"a": [{"b": "\udc00é"}]}, (InvalidValueError, ("a", 0, "b"))),
    case("a surrogate in a key", {"a": {"\ud83d": 1}}, (InvalidValueError, ("a", "\ud83d"))),
    case("not a number", [1.5, float("nan")], (InvalidValueError, (1,))),
    case("a class without a rule", {"a": [1, Empty()]}, (UnsupportedTypeError, ("a", 1))),
    case("in a record", Point(Point(1, Empty())), (UnsupportedTypeError, ("x_value", "y_value"))),
    case("an own type", [Own([Empty()])], (UnsupportedTypeError, (0, "content", 0))),
    case("a circle", CIRCLE, (CircularReferenceError, (0, "again"))),
    case("too deep", [[["x"]]], (TooDeepError, (0, 0)), max_depth=2),
    case("one key twice", {"a": {1: 0, "1": 0}}, (DuplicateKeyError, ("a",))),
]
"""Values that raise. After each the next call must be as if it had not been."""

SHORT = [*range(70), *range(126, 130), *range(188, 196), *range(254, 259)]
"""Around vectors, short cuts and the temporary of 256 characters."""

LONG = [1023, 1024, 4095, 4096, 12287, 12288, 12289, 16383, 16384, 49152, 65534, 65535, 65536, 65537]
"""Around pieces, pooled blocks and the mark at which a sink is written to."""


def dumped(value: Any, **settings: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), **settings).encode()


def sized() -> Iterator[Case]:
    """Texts, bytes and arrays of every length that some limit is near."""
    for size in [*SHORT, *LONG]:
        texts = [text for part in (PARTS if size < 300 else PARTS[:2]) for text in placed(part, size)]
        yield case(f"texts of {size}", texts, dumped(texts))
        yield case(f"keys of {size}", dict.fromkeys(texts, 1), dumped(dict.fromkeys(texts, 1)))
        data = bytes(at * 7 & 255 for at in range(size))
        yield case(f"{size} bytes", {"k": data}, b'{"k":"' + b64encode(data) + b'"}')
    for size in (1, 2, 15, 16, 17, 100, 5000):
        pairs = [[1, at] for at in range(size)]
        for items in (list(range(-1, size - 1)), [at / 8 for at in range(size)], ["é\n"] * size, pairs):
            yield case(f"an array of {size}", items, dumped(items))
            yield case(f"a tuple of {size}", {"a": tuple(items)}, dumped({"a": items}))
        members = {f"key {at}": [at, "v\t"] for at in range(size)}
        yield case(f"an object of {size}", members, dumped(members))


PARTS = ("x", "😀", "é", "€", "\n")


def placed(part: str, size: int) -> list[str]:
    """`part` at either end of a clean text, in the middle, and all over."""
    clean = "a" * size
    return [part + clean, clean + part, clean[: size // 2] + part + clean[size // 2 :], part * size]
