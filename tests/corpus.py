"""Which values does every recipe write, and as which bytes?"""

from __future__ import annotations

import itertools
from base64 import b64encode
from collections import Counter, OrderedDict, defaultdict, namedtuple
from collections.abc import Iterator
from dataclasses import KW_ONLY, InitVar, dataclass, field
from enum import Enum, IntEnum, IntFlag, StrEnum
from typing import Any, ClassVar

import covering

import encoder


def recipes() -> list[encoder.Recipe]:
    """Few that hold every pair of rivals of any two axes."""
    return list(covering.RECIPES)


def every_recipe() -> list[encoder.Recipe]:
    """All of them: every combination of the rivals of every axis."""
    axes = encoder.strategies()
    choices = itertools.product(*axes.values())
    return [encoder.Recipe(**dict(zip(axes, names, strict=True))) for names in choices]


def spell(recipe: encoder.Recipe) -> str:
    """A recipe as a test's name."""
    return "-".join(recipe.axes.values())


class Plain:
    """An object that nothing says how to write."""


class Name(str):
    """Shows itself as anything but its text."""

    def __str__(self) -> str:
        return "shown"

    __repr__ = __format__ = lambda self, spec="": "shown"


class Count(int):
    def __str__(self) -> str:
        return "shown"

    __repr__ = __int__ = __index__ = lambda self: 99  # type: ignore[assignment]


class Weight(float):
    def __repr__(self) -> str:
        return "shown"

    __str__ = __repr__
    __float__ = lambda self: 99.0  # noqa: E731


class Blob(bytes):
    def __repr__(self) -> str:
        return "shown"


class Row(list):
    pass


class Pair(tuple):
    def _asdict(self) -> None:
        raise OSError("nobody asked for this")


class Table(dict):
    """A dict with an order of its own."""

    def items(self) -> list[tuple[Any, Any]]:  # type: ignore[override]
        return sorted(super().items())


class AnyAttribute(dict):
    """Answers every attribute with an error that is no AttributeError."""

    def __getattr__(self, name: str) -> Any:
        return self[name]


class Colour(str, Enum):  # noqa: UP042 (the older spelling is its own case)
    RED = "r"

    def __str__(self) -> str:
        return "shown"


class Mood(StrEnum):
    GOOD = "good"


class Level(IntEnum):
    HIGH = 9


class Rights(IntFlag):
    READ = 4
    WRITE = 2


Point = namedtuple("Point", "x y")


@dataclass
class Person:
    name: str
    age: int = 3
    tags: list[str] = field(default_factory=list)
    secret: InitVar[int] = 1
    kind: ClassVar[str] = "person"

    @property
    def trouble(self) -> None:
        raise RuntimeError("a property is no field")


@dataclass(frozen=True, slots=True)
class Slotted:
    z: int = 3
    _private: tuple[int, ...] = ()


@dataclass
class Worker(Person):
    age: int = 4  # keeps its place
    _: KW_ONLY
    boss: Any = None


@dataclass
class Empty:
    pass


class Doubled:
    """A descriptor: what getattr gives is not what is stored."""

    def __get__(self, owner: Any, kind: type | None = None) -> int:
        return 10 if owner is None else vars(owner)["stored"] * 2

    def __set__(self, owner: Any, value: int) -> None:
        vars(owner)["stored"] = value


@dataclass
class Computed:
    value: int = Doubled()  # type: ignore[assignment]


def replace(value: Any) -> Any:
    """A hook: a set as a sorted list, a Plain as what it carries, a complex as a pair."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, complex):
        return value.real, value.imag
    if isinstance(value, Plain):
        return value.carries
    raise TypeError(f"no {type(value).__name__}")


def plain(carries: Any) -> Plain:
    value = Plain()
    value.carries = carries
    return value


SHARED = [1]
LONG = "x" * 1000
NOT_ASCII = "ä€😀\x00"
DATA = bytes(range(256))

VALUES: list[tuple[str, Any, bytes]] = [
    ("none", None, b"null"),
    ("truth", [True, False, 1, 0], b"[true,false,1,0]"),
    ("int", 42, b"42"),
    ("negative", [-1, -(2**63), -(10**23 + 7)], b"[-1,-9223372036854775808,-100000000000000000000007]"),
    ("wide", [2**53 + 1, 2**63, 2**64, 10**30], f"[{2**53 + 1},{2**63},{2**64},{10**30}]".encode()),
    ("float", [1.0, -0.0, 0.1, 1e15, 1e16, 5e-324], b"[1.0,-0.0,0.1,1000000000000000.0,1e+16,5e-324]"),
    ("text", "http://h/p", b'"http://h/p"'),
    ("empty text", "", b'""'),
    ("escapes", '"\\\b\t\n\f\r\x00\x1f\x7f', b'"\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001f\x7f"'),
    ("latin 1", "aÿ\n", '"aÿ\\n"'.encode()),
    ("two bytes", "a€\u2028\"", '"a€\u2028\\""'.encode()),
    ("four bytes", "a😀\t", '"a😀\\t"'.encode()),
    ("long text", LONG + '"' + LONG, b'"' + LONG.encode() + b'\\"' + LONG.encode() + b'"'),
    ("bytes", [b"", b"a", b"ab", b"abc", b"\xfb\xff\xfe"], b'["","YQ==","YWI=","YWJj","+//+"]'),
    ("long bytes", DATA * 40, b'"' + b64encode(DATA * 40) + b'"'),
    ("bytes at root", b"\x00", b'"AA=="'),
    ("empty", [[], {}, (), "", b""], b'[[],{},[],"",""]'),
    ("nested", [[1, [2, [3]]], {"a": {"b": {"c": []}}}], b'[[1,[2,[3]]],{"a":{"b":{"c":[]}}}]'),
    ("tuple", (1, (2,), [(), ([],)]), b"[1,[2],[[],[[]]]]"),
    ("mixed", {"a": [1, "x", None, 2.5, b"b"], "b": {}}, b'{"a":[1,"x",null,2.5,"Yg=="],"b":{}}'),
    ("keys", {1: 0, True + 1: 1, None: 2, 2.5: 3, "s": 4}, b'{"1":0,"2":1,"null":2,"2.5":3,"s":4}'),
    ("truth keys", {True: "t", False: "f", -7: 1}, b'{"true":"t","false":"f","-7":1}'),
    ("late odd key", {"a": 1, "b": [2], 3: {4: "x"}}, b'{"a":1,"b":[2],"3":{"4":"x"}}'),
    ("key escapes", {'"\n': 1, "ä€😀": 2}, '{"\\"\\n":1,"ä€😀":2}'.encode()),
    ("long key", {LONG + "ä": 3}, b'{"' + LONG.encode() + 'ä":3}'.encode()),
    ("shared", {"dev": SHARED, "prod": [SHARED, SHARED]}, b'{"dev":[1],"prod":[[1],[1]]}'),
    ("str subclass", [Name("a"), {Name("k"): Name(NOT_ASCII)}], '["a",{"k":"ä€😀\\u0000"}]'.encode()),
    ("int subclass", [Count(7), {Count(8): Count(2**70)}], f'[7,{{"8":{2**70}}}]'.encode()),
    ("float subclass", [Weight(1.5), {Weight(2.5): Weight(-0.0)}], b'[1.5,{"2.5":-0.0}]'),
    ("bytes subclass", [Blob(b"abc"), {"k": Blob(b"")}], b'["YWJj",{"k":""}]'),
    ("enums", {Colour.RED: [Colour.RED, Mood.GOOD, Level.HIGH]}, b'{"r":["r","good",9]}'),
    ("flags", [Rights.READ | Rights.WRITE], b"[6]"),
    ("list subclass", [Row([1, Row()]), Row()], b"[[1,[]],[]]"),
    ("tuple subclass", [Pair((1, Pair())), Point(1, [2])], b"[[1,[]],[1,[2]]]"),
    ("dict subclass", Table(b=1, a=Table()), b'{"a":{},"b":1}'),
    ("collections", [OrderedDict(z=1, a=2), defaultdict(list, a=[1]), Counter("aab")],
     b'[{"z":1,"a":2},{"a":[1]},{"a":2,"b":1}]'),
    ("any attribute", [AnyAttribute(a=1), AnyAttribute()], b'[{"a":1},{}]'),
    ("record", Person("n", 5, ["t"]), b'{"name":"n","age":5,"tags":["t"]}'),
    ("records", [Slotted(), Empty(), Computed(4)], b'[{"z":3,"_private":[]},{},{"value":8}]'),
    ("record in record", Worker("w", tags=[Slotted(1, (Empty(),))], boss=Worker("b")),
     b'{"name":"w","age":4,"tags":[{"z":1,"_private":[{}]}],"boss":{"name":"b","age":4,"tags":[],"boss":null}}'),
    ("hook at root", {3, 1, 2}, b"[1,2,3]"),
    ("hook in list", [{1}, frozenset(), 1j], b"[[1],[],[0.0,1.0]]"),
    ("hook in dict", {"a": {1}, "b": [{2}], "c": plain({"d": {3}})}, b'{"a":[1],"b":[[2]],"c":{"d":[3]}}'),
    ("hook in record", Person({1}, plain(b"b"), (plain(None),)), b'{"name":[1],"age":"Yg==","tags":[null]}'),
    ("hook gives hook", plain(plain(plain({1}))), b"[1]"),
    ("hook gives record", [plain(Slotted(2, ({1},)))], b'[{"z":2,"_private":[[1]]}]'),
    ("hook below odd key", {1: {2}, "x": {3}, None: [{4}]}, b'{"1":[2],"x":[3],"null":[[4]]}'),
]  # fmt: skip
"""Name, value, and the bytes that every recipe gives in both builds with `default=replace`."""


def many() -> Iterator[tuple[str, Any, bytes]]:
    """The same values deep, side by side, and past every buffer limit (16 KiB, 64 KiB)."""
    whole = b"[" + b",".join(text for _, _, text in VALUES) + b"]"
    everything = [value for _, value, _ in VALUES]
    yield "everything", everything, whole
    yield "everything often", [everything] * 40, b"[" + b",".join([whole] * 40) + b"]"
    yield "everything deep", nest(everything, 400), b'[{"k":' * 200 + whole + b"}]" * 200


def nest(value: Any, levels: int) -> Any:
    """`value` below `levels` containers, lists and dicts in turn."""
    for level in range(levels):
        value = {"k": value} if level % 2 == 0 else [value]
    return value
