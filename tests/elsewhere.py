"""Which values do other libraries write too? A corpus to compare with them on."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import enum
import itertools
import math
import uuid
import zoneinfo
from decimal import Decimal
from typing import Any


class Letter(enum.Enum):
    A = "a"
    TWO = 2
    HALF = 0.5
    PAIR = (1, 2)


class Number(enum.IntEnum):
    ONE = 1


class Word(enum.StrEnum):
    X = "x"


class Flags(enum.IntFlag):
    A = 1
    B = 2


class Text(str):
    pass


class Whole(int):
    pass


class Items(list[Any]):
    pass


class Members(dict[str, Any]):
    pass


class Pair(tuple[Any, ...]):
    pass


Named = collections.namedtuple("Named", "a b")


@dataclasses.dataclass
class Point:
    x: Any = 1
    _hidden: int = 2
    y: Any = None


@dataclasses.dataclass(slots=True)
class Slots:
    _a: int = 0
    b: Any = 1e-7


@dataclasses.dataclass
class Child(Point):
    z: Any = dataclasses.field(default_factory=list)


def zone(**offset: int) -> dt.timezone:
    return dt.timezone(dt.timedelta(**offset))


ZONES = [
    None,
    dt.UTC,
    zoneinfo.ZoneInfo("UTC"),
    *(zone(seconds=sign * seconds) for sign in (1, -1) for seconds in (1, 29, 30, 31, 59, 60, 89, 90, 91, 561, 19820)),
    zone(hours=5, minutes=30),
    zone(hours=-3),
    zone(hours=23, minutes=59),
    zone(seconds=1, microseconds=5),
]
MOMENTS = [
    dt.datetime(year, 7, 2, 3, 4, 5, micros, tzinfo=where)
    for (year, micros), where in itertools.product([(1, 0), (1890, 120), (2020, 999999)], ZONES)
]
TEXTS = ["", 'a"b\\', "\x00\x08\x09\x0a\x0c\x0d\x1f\x7f", "é\u2028\u2029€😀", "</script>&'+`/", "x" * 100, "\ufeff"]
VALUES: list[Any] = [
    None, True, False, 0, -1, 2**53, 2**63, 2**64 - 1, -(2**63), 2**64, 10**40, *TEXTS,
    math.nan, math.inf, -math.inf, [math.nan, 1.5], {"a": -math.inf},
    [], {}, (), [[]], {"a": {}}, {"a": [], "b": [1, [2, {"c": (3,)}]]}, *({text: text} for text in TEXTS),
    *MOMENTS, dt.date(2020, 1, 2), dt.date.min, dt.date.max,
    *(dt.time(1, 2, 3, micros, tzinfo=where) for micros in (0, 4, 120000) for where in ZONES[:14]),
    dt.timedelta(0), dt.timedelta(days=1, seconds=3.4), dt.timedelta(seconds=-1.5), dt.timedelta.min, dt.timedelta.max,
    dt.timedelta(microseconds=-1), dt.timedelta(hours=50), uuid.UUID(int=0xABCDEF),
    *Letter, Number.ONE, Word.X, Flags.A | Flags.B, list(Letter),
    Text("t"), Whole(3), Items([1]), Members(a=1), Pair((1,)), Named(1, [2]), collections.OrderedDict(b=1, a=2),
    collections.defaultdict(list, a=[1]),
    Point(), Point(Point(), y=[Slots()]), Slots(), Child(z=[1]), [Point(math.nan), Slots(b=dt.date(2020, 1, 2))],
    b"", b"abc\xff", bytes(range(256)), bytearray(b"x"), memoryview(b"xy"), {1}, frozenset(["a"]),
    Decimal("1.50"), Decimal("1E+3"), Decimal("1e-10"), Decimal("-0"), Decimal("NaN"), Decimal("sNaN"),
    Decimal("-Infinity"), Decimal("0E+5"), [Decimal("12345678901234567890.123")],
    *({key: 1} for key in (Text("q"), Word.X, 1, -5, 10**30, 1.5, 1e16, 1e-7, 1e22, True, None, Number.ONE, *Letter)),
    *({key: 1} for key in (uuid.UUID(int=1), dt.date(2020, 1, 2), MOMENTS[3], dt.time(1, 2), dt.timedelta(1))),
    {Decimal("1.5"): 1}, {1: 1, "1": 2}, {"\ud800": 1}, "\udfff", object(), 1j, {(1,): 1}, {b"k": 1},
]  # fmt: skip
