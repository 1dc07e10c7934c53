"""What do the values look like that all encoders meet? Built anew on every call, from fixed seeds.

Some encoders leave a UTF-8 copy inside a string or make an instance's ``__dict__`` on the way, and whoever comes
next would find that work already done; so no string beyond ASCII and no instance is shared between two values.
"""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import random
import uuid
from functools import cache
from typing import Any

MANY = 10_000
SOME = 1000
ARRAY = 100_000
_WHEN = datetime.datetime(2020, 1, 1, 12, 30, 15, 123456)
_SEED = 20


@dataclasses.dataclass
class Row:
    """A record of eight fields, as of a table of users."""

    id: int
    name: str
    email: str
    score: float
    active: bool
    city: str
    tags: list[str]
    note: str


# Not derived from it: a base class without slots would give every instance a `__dict__` after all.
SlottedRow = dataclasses.make_dataclass("SlottedRow", Row.__annotations__.items(), slots=True)
"""The same in slots."""


class Color(enum.Enum):
    """Plain members with text as their values."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"


class Held:
    """A class that no encoder knows: the hook says what it is."""

    def __init__(self, number: int) -> None:
        self.number = number


def login() -> dict[str, Any]:
    """The record of dotnet/performance: two texts and a flag."""
    return {"Email": "name.familyname@not.com", "Password": "abcdefgh123456!@", "RememberMe": True}


def pairs() -> dict[str, str]:
    """100 keys of 10 to 15 characters, each with a text of 0 to 49."""
    return {f"k{number}" * 5: "v" * (number % 50) for number in range(100)}


def whole(bits: int) -> list[int]:
    """Signed integers of up to ``bits`` bits, drawn evenly: most have all their digits."""
    draw = random.Random(_SEED)
    return [draw.randrange(-(1 << bits), 1 << bits) for _ in range(MANY)]


def small_ints() -> list[int]:
    """0 to 9999."""
    return list(range(MANY))


def doubles() -> list[float]:
    """0 to 1, nearly all with 16 or 17 digits."""
    draw = random.Random(_SEED)
    return [draw.random() for _ in range(MANY)]


def prices() -> list[float]:
    """0 to 1000 with two decimals."""
    draw = random.Random(_SEED)
    return [round(draw.random() * 1000, 2) for _ in range(MANY)]


def blobs() -> list[bytes]:
    """32 times 3000 random bytes: 4000 characters of base64 each."""
    draw = random.Random(_SEED)
    return [draw.randbytes(3000) for _ in range(32)]


def blob() -> bytes:
    """1 MiB of random bytes."""
    return random.Random(_SEED).randbytes(1 << 20)


def ascii_text() -> str:
    """1 MB of letters."""
    return "abcdefghij" * 100_000


def sparse_escapes() -> str:
    """1 MB in which every 64th character must be escaped."""
    return ("a" * 63 + '"') * 16_000


def dense_escapes() -> str:
    """1 MB of nothing else."""
    return '"\n' * 500_000


def japanese() -> str:
    """350,000 characters of Japanese: 1 MB of UTF-8."""
    return "日本語テキスト" * 50_000


def short_texts() -> list[str]:
    """1000 texts of some 20 characters of Japanese."""
    return [f"日本語の短い文字列です、はい。テス{number}" for number in range(SOME)]


def rows(cls: type = Row) -> list[Any]:
    """1000 instances of ``cls``, all of whose fields differ or are made anew."""
    return [
        cls(
            number,
            f"user {number}",
            f"user{number}@example.com",
            number * 1.37,
            number % 2 == 0,
            "Springfield",
            ["a", "b"],
            "some longer note of text here",
        )
        for number in range(SOME)
    ]


def touched_rows() -> list[Row]:
    """The same once somebody has looked at ``__dict__``, which then is a dict for good."""
    made = rows()
    for row in made:
        vars(row)
    return made


def attrs_rows() -> list[Any]:
    """The same of an attrs class."""
    return rows(_attrs_class())


@cache
def _attrs_class() -> type:
    import attrs

    return attrs.make_class("AttrsRow", list(Row.__annotations__), slots=False)


def colors() -> list[Color]:
    """1000 members of an enumeration."""
    members = list(Color)
    return [members[number % 3] for number in range(SOME)]


def uuids() -> list[uuid.UUID]:
    """1000 random ones."""
    draw = random.Random(_SEED)
    return [uuid.UUID(int=draw.getrandbits(128)) for _ in range(SOME)]


def moments(zone: datetime.tzinfo | None) -> list[datetime.datetime]:
    """1000 moments of 2020, to the microsecond, some 17 minutes apart."""
    first = _WHEN.replace(tzinfo=zone)
    return [first + datetime.timedelta(seconds=1009 * number) for number in range(SOME)]


def decimals() -> list[decimal.Decimal]:
    """1000 amounts with up to two decimals."""
    return [decimal.Decimal(137 * number) / 100 for number in range(SOME)]


def int_keys() -> dict[int, int]:
    """1000 keys that are no text."""
    return {7 * number: number for number in range(SOME)}


def held() -> list[Held]:
    """1000 objects that need the hook."""
    return [Held(number) for number in range(SOME)]


def lines() -> list[dict[str, Any]]:
    """1000 rows of four fields."""
    return [
        {"id": number, "name": f"user {number}", "email": f"user{number}@example.com", "ok": True}
        for number in range(SOME)
    ]


def array(kind: str) -> Any:
    """100,000 numbers of numpy's ``kind``: floats from 0 to 1, integers of 41 bits."""
    import numpy

    draw = numpy.random.default_rng(_SEED)
    if kind == "int64":
        return draw.integers(-(2**40), 2**40, ARRAY)
    return draw.random(ARRAY).astype(kind)
