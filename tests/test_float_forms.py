"""Is a float written as JavaScript, Swift and .NET write it, with the digits of repr and without losing a bit?"""

from __future__ import annotations

import hashlib
import math
import random
import re
import struct
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from encoder.options import Options
from encoder.types import numbers
from encoder.types.floats import FORMS
from encoder.types.rule import Literal

by_form = pytest.mark.parametrize("form", list(FORMS))
NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")


def from_bits(bits: str) -> float:
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def written(form: str, value: float) -> str:
    result = numbers.rule_for(float, Options(floats=form)).apply(value)
    assert isinstance(result, Literal)
    return result.text.decode()


# RFC 8785, Appendix B: bits of a double, and its text.
APPENDIX_B = """
0000000000000000 0                        8000000000000000 0
0000000000000001 5e-324                   8000000000000001 -5e-324
7fefffffffffffff 1.7976931348623157e+308  ffefffffffffffff -1.7976931348623157e+308
4340000000000000 9007199254740992         c340000000000000 -9007199254740992
4430000000000000 295147905179352830000    44b52d02c7e14af5 9.999999999999997e+22
44b52d02c7e14af6 1e+23                    44b52d02c7e14af7 1.0000000000000001e+23
444b1ae4d6e2ef4e 999999999999999700000    444b1ae4d6e2ef4f 999999999999999900000
444b1ae4d6e2ef50 1e+21                    3eb0c6f7a0b5ed8c 9.999999999999997e-7
3eb0c6f7a0b5ed8d 0.000001                 41b3de4355555553 333333333.3333332
41b3de4355555554 333333333.33333325       41b3de4355555555 333333333.3333333
41b3de4355555556 333333333.3333334        41b3de4355555557 333333333.33333343
becbf647612f3696 -0.0000033333333333333333
43143ff3c1cb0959 1424953923781206.2
""".split()


@pytest.mark.parametrize(("bits", "text"), list(zip(APPENDIX_B[::2], APPENDIX_B[1::2], strict=True)))
def test_appendix_b_of_rfc_8785(bits: str, text: str) -> None:
    """Every row of the RFC's table of numbers."""
    assert written("ecmascript", from_bits(bits)) == text


# What the published sequence adds to its series, in its order.
OTHERS = """
3ff0000000000000 bff0000000000000 bfeffffffffffffa bfeffffffffffffb 3feffffffffffffa 3feffffffffffffb
3feffffffffffffc 3feffffffffffffe bfefffffffffffff bfefffffffffffff 3fefffffffffffff 3fefffffffffffff
3fd3333333333332 3fd3333333333333 3fd3333333333334 0010000000000000 000ffffffffffffd 000fffffffffffff
7fefffffffffffff ffefffffffffffff 4340000000000000 c340000000000000 4430000000000000 44b52d02c7e14af5
44b52d02c7e14af6 44b52d02c7e14af7 444b1ae4d6e2ef4e 444b1ae4d6e2ef4f 444b1ae4d6e2ef50 3eb0c6f7a0b5ed8c
3eb0c6f7a0b5ed8d 41b3de4355555553 41b3de4355555554 41b3de4355555555 41b3de4355555556 41b3de4355555557
becbf647612f3696 43143ff3c1cb0959
""".split()


def published_sequence() -> Iterator[float]:
    """The doubles of the test file that RFC 8785 names, made by its rule: edges, series, then a chain of SHA-256.

    Source: github.com/cyberphone/json-canonicalization, testdata/README.md.
    """
    yield from map(from_bits, APPENDIX_B[:8:2])
    thirds, size = [], 3e-22
    for _ in range(50):
        thirds.append(1 / size)
        size *= 10
    yield from (-third for third in thirds)
    yield from thirds
    yield 10.0
    yield from (float(f"5e-{power}") for power in range(10))
    yield from (float(f"5.{'0' * zeros}6e-6") for zeros in range(1, 16))
    yield from map(from_bits, OTHERS)
    yield from (struct.unpack("<d", struct.pack("<Q", 2**52 + step))[0] for step in range(2000))
    block = bytes(32)
    while True:
        block = hashlib.sha256(block).digest()
        yield from (value for value in struct.unpack("<4d", block) if value != 0 and math.isfinite(value))


def check_published(lines: int, checksum: str) -> None:
    digest = hashlib.sha256()
    rule = numbers.rule_for(float, Options(floats="ecmascript"))
    for value in islice(published_sequence(), lines):
        bits = struct.unpack("<Q", struct.pack("<d", value))[0]
        digest.update(b"%x,%s\n" % (bits, rule.apply(value).text))
    assert digest.hexdigest() == checksum


@pytest.mark.parametrize(
    ("lines", "checksum"),
    [
        (1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"),
        (10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"),
        (100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"),
    ],
)
def test_published_checksums(lines: int, checksum: str) -> None:
    """The first lines of the test file that RFC 8785 names have the checksums published with it."""
    check_published(lines, checksum)


@pytest.mark.long
def test_published_checksum_of_a_million() -> None:
    """So have its first million lines."""
    check_published(1_000_000, "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16")


# Python's text, JavaScript's, Swift's and .NET's. Swift: the tests of swift-foundation; .NET: outputs of .NET 8 and 10.
ROWS = """
1.0                      1                        1                        1
-1.0                     -1                       -1                       -1
0.0                      0                        0                        0
-0.0                     0                        -0                       -0
81.0                     81                       81                       81
0.5                      0.5                      0.5                      0.5
-1.25                    -1.25                    -1.25                    -1.25
100.0                    100                      100                      100
0.0001                   0.0001                   0.0001                   0.0001
0.000125                 0.000125                 0.000125                 0.000125
9.999e-05                0.00009999               9.999e-05                9.999E-05
1e-05                    0.00001                  1e-05                    1E-05
1.5e-05                  0.000015                 1.5e-05                  1.5E-05
1e-06                    0.000001                 1e-06                    1E-06
-1.5e-06                 -0.0000015               -1.5e-06                 -1.5E-06
1e-07                    1e-7                     1e-07                    1E-07
1.5e-10                  1.5e-10                  1.5e-10                  1.5E-10
1000000000000000.0       1000000000000000         1000000000000000         1000000000000000
9007199254740992.0       9007199254740992         9007199254740992         9007199254740992
9007199254740994.0       9007199254740994         9.007199254740994e+15    9007199254740994
-9007199254740994.0      -9007199254740994        -9.007199254740994e+15   -9007199254740994
9100000000000000.0       9100000000000000         9.1e+15                  9100000000000000
9999999999999998.0       9999999999999998         9.999999999999998e+15    9999999999999998
1e+16                    10000000000000000        1e+16                    10000000000000000
-1.5e+16                 -15000000000000000       -1.5e+16                 -15000000000000000
1.2345678901234568e+16   12345678901234568        1.2345678901234568e+16   12345678901234568
1e+17                    100000000000000000       1e+17                    1E+17
1.2345678901234568e+17   123456789012345680       1.2345678901234568e+17   1.2345678901234568E+17
1.2345678901234568e+20   123456789012345680000    1.2345678901234568e+20   1.2345678901234568E+20
1e+21                    1e+21                    1e+21                    1E+21
-1e+100                  -1e+100                  -1e+100                  -1E+100
5e-324                   5e-324                   5e-324                   5E-324
2.2250738585072014e-308  2.2250738585072014e-308  2.2250738585072014e-308  2.2250738585072014E-308
1.7976931348623157e+308  1.7976931348623157e+308  1.7976931348623157e+308  1.7976931348623157E+308
"""


@pytest.mark.parametrize("row", [tuple(line.split()) for line in ROWS.strip().splitlines()], ids=lambda row: row[0])
def test_every_form_where_it_turns(row: tuple[str, str, str, str]) -> None:
    """The four texts of one number, on both sides of every bound where a form begins or ends to have an exponent."""
    value = float(row[0])
    assert repr(value) == row[0]
    assert (written("ecmascript", value), written("swift", value), written("system_text_json", value)) == row[1:]


def significant(text: str) -> str:
    """The digits that say something, by another reader of decimals than the one under test."""
    return "".join(map(str, Decimal(text).as_tuple().digits)).rstrip("0")


def check_text(form: str, value: float) -> None:
    text = written(form, value)
    assert NUMBER.fullmatch(text), text
    assert float(text) == value and significant(text) == significant(repr(value))
    size = abs(value)
    has_exponent = {
        "ecmascript": size != 0 and not 1e-6 <= size < 1e21,
        "swift": size != 0 and not 1e-4 <= size <= 2**53,
        "system_text_json": size != 0 and not 1e-4 <= size < 1e17,
        "orjson": size != 0 and not 1e-5 <= size < 1e16,
        "msgspec": size != 0 and not 1e-5 <= size < 1e16,
    }[form]
    assert ("e" in text.lower()) == has_exponent
    assert text.startswith("-") == (math.copysign(1, value) < 0 and (value != 0 or form != "ecmascript"))


@by_form
@given(st.floats(allow_nan=False, allow_infinity=False))
@example(2.0**53)
@example(2.0**53 + 2)
@example(math.nextafter(1e21, 0))
@example(math.nextafter(1e17, 0))
@example(math.nextafter(1e-4, 0))
@example(math.nextafter(1e-6, 0))
def test_no_form_loses_anything(form: str, value: float) -> None:
    """Any float reads back from any form as itself, with repr's digits, its sign, and an exponent only in its place."""
    check_text(form, value)


@by_form
def test_powers(form: str) -> None:
    """Each power of two and of ten, and its neighbours."""
    for value in [2.0**power for power in range(-1074, 1024)] + [float(f"1e{power}") for power in range(-323, 309)]:
        for near in (math.nextafter(value, 0), value, math.nextafter(value, math.inf)):
            if near != math.inf:
                check_text(form, near)


@by_form
@pytest.mark.long
def test_random_bits(form: str) -> None:
    """A million random bit patterns, and as many numbers of few decimals, read back as themselves."""
    chance = random.Random(8785)
    rewrite = FORMS[form]
    for _ in range(1_000_000):
        value = struct.unpack("<d", chance.randbytes(8))[0]
        short = round(chance.uniform(-1, 1) * 10.0 ** chance.randrange(-8, 24), chance.randrange(10))
        assert value - value != 0 or float(rewrite(repr(value))) == value
        assert float(rewrite(repr(short))) == short


@by_form
def test_what_is_not_finite_is_left_to_its_policy(form: str) -> None:
    """An infinity or a nan stays a float, for the option `non_finite`."""
    rule = numbers.rule_for(float, Options(floats=form))
    assert [repr(rule.apply(value)) for value in (math.inf, -math.inf, math.nan)] == ["inf", "-inf", "nan"]


def test_the_default_needs_no_rule() -> None:
    """Floats are written natively unless an option says otherwise."""
    assert numbers.rule_for(float, Options()) is None
    assert numbers.rule_for(float, Options(floats="repr")) is None
