"""Do the number kernels write what Python writes, at every instruction-set level?"""

from __future__ import annotations

import ctypes
import itertools
import math
import random
import shutil
import struct
import subprocess
from array import array
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from absence import absent

import encoder
from encoder.kernels import doubles, integers, powers, singles

HERE = Path(__file__).parent
KERNELS = HERE.parent / "encoder" / "kernels"
LEVELS = ("baseline", "ssse3", "avx2", "avx512")
NEEDS = {"baseline": set(), "ssse3": {"ssse3"}, "avx2": {"ssse3", "avx2", "bmi1", "bmi2", "abm", "movbe", "popcnt"}}
LONGEST_LINE = 25
OVERHANG = 40
KINDS = {"int64": "q", "uint64": "Q", "uint30": "I", "double": "d", "float32": "f", "float16": "H"}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory) -> dict[str, Callable[[str, array], str]]:
    """For each level that this machine can run: kind and values -> the texts, a line each.

    "portable" is the kernel as for an unknown compiler and machine.
    """
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        absent("a C compiler")
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "powers.h").write_text(powers.header())

    def compiled(name: str, *defines: str) -> ctypes.CDLL:
        library = folder / f"{name}.so"
        flags = ["-O1", "-std=gnu11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", *defines]
        paths = [f"-I{folder}", f"-I{KERNELS}", str(HERE / "kernel_numbers.c"), "-o", str(library)]
        subprocess.run([compiler, *flags, *paths], check=True)
        return ctypes.CDLL(str(library))

    native, portable = compiled("native"), compiled("portable", "-DISA_PORTABLE")
    found = {level: partial(lines, native, level) for level in LEVELS[: native.detected() + 1]}
    return found | {"portable": partial(lines, portable, "baseline")}


def lines(library: ctypes.CDLL, level: str, kind: str, values: array) -> str:
    """The texts that one level of a library gives, a line each."""
    function = getattr(library, f"lines_{kind}_{level}")
    function.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(len(values) * LONGEST_LINE + OVERHANG)
    size = function(ctypes.c_void_p(values.buffer_info()[0]), ctypes.c_size_t(len(values)), out)
    return out.raw[:size].decode("ascii")


def agree(kernels, kind: str, values: Iterable[float], text: Callable[[float], str] = repr) -> None:
    """Fail with the first few values whose text, at any level, is not the wanted one."""
    values = array(KINDS[kind], values)
    wanted = "".join([f"{text(value)}\n" for value in values])
    for level, write in kernels.items():
        got = write(kind, values)
        if got != wanted:
            pairs = zip(got.splitlines(), wanted.splitlines(), strict=False)
            pytest.fail(f"{level} (got, wanted): {[pair for pair in pairs if pair[0] != pair[1]][:5]}")


def doubles_of(bits: Iterable[int] | bytes) -> list[float]:
    """The finite doubles among these bit patterns."""
    return [value for value in array("d", array("Q", bits).tobytes()) if math.isfinite(value)]


def neighbours(value: float) -> list[float]:
    """A double and the four around it."""
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    return doubles_of(range(max(bits - 2, 0), bits + 3))


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_of_this_machine_is_tested(kernels, level):
    """A level whose instructions the system lists is among those tested here; another is a visible skip."""
    if level not in kernels:
        listed = Path("/proc/cpuinfo")
        flags = set(listed.read_text().split()) if listed.exists() else set()
        # Whether AVX-512 is there is the compiler's matter too.
        assert level == "avx512" or not NEEDS[level] <= flags
        pytest.skip(f"this machine cannot run {level}")


def test_small_integers(kernels):
    """Every integer of up to four digits, and many of five, are written right."""
    agree(kernels, "int64", range(-20_000, 20_000))


def test_integers_of_every_length(kernels):
    """Integers of every bit length, and those around every power of ten, are written right."""
    chance = random.Random(1)
    edges = [10**power + step for power in range(20) for step in (-1, 0, 1)]
    agree(kernels, "uint64", [*edges, 2**64 - 1, *(chance.getrandbits(n % 64 + 1) for n in range(20_000))])
    agree(kernels, "uint30", [v for v in edges if v < 2**30] + [chance.getrandbits(n % 31) for n in range(20_000)])
    signed = [sign * edge for edge in edges for sign in (1, -1) if edge < 2**63]
    randoms = [chance.getrandbits(n % 64) * (-1) ** (n >> 6 & 1) for n in range(20_000)]
    agree(kernels, "int64", [*signed, 2**63 - 1, -(2**63), *randoms])


def test_random_doubles(kernels):
    """Doubles of random bits have the text of their repr."""
    chance = random.Random(2)
    agree(kernels, "double", doubles_of(chance.randbytes(8 * 150_000)))


def test_decimals(kernels):
    """Decimals of 1 to 17 digits, large and small, have the text of their repr."""
    chance = random.Random(3)
    texts = (
        f"{chance.getrandbits(1) * '-'}{chance.randrange(10 ** chance.randint(1, 17))}"
        f"e{chance.randint(-30, 10)}"
        for _ in range(60_000)
    )
    agree(kernels, "double", map(float, texts))


def test_powers(kernels):
    """Powers of two and of ten, and their neighbours, have the text of their repr."""
    twos = [value for power in range(-1074, 1024) for value in neighbours(math.ldexp(1.0, power))]
    tens = [value for power in range(-323, 309) for value in neighbours(float(f"1e{power}"))]
    agree(kernels, "double", [0.0, -0.0, *twos, *tens])
    agree(kernels, "double", [-value for value in twos])


def test_subnormals(kernels):
    """Subnormal doubles have the text of their repr."""
    chance = random.Random(4)
    sparse = [chance.getrandbits(n % 52 + 1) for n in range(10_000)]
    agree(kernels, "double", doubles_of([*range(1, 3000), *sparse]))


def test_ties(kernels):
    """Halfway between two decimals of 16 digits the even one is taken."""
    chance = random.Random(5)
    quarters = [(chance.getrandbits(52) | 1 << 52 | 1) / 4 for _ in range(10_000)]
    assert repr(quarters[0])[-1] in "28"
    agree(kernels, "double", quarters)


def test_whole_doubles(kernels):
    """Whole doubles have the text of their repr, up to and beyond 10^16."""
    chance = random.Random(6)
    agree(kernels, "double", range(-2000, 2000))
    agree(kernels, "double", (float(chance.getrandbits(n % 80 + 1)) for n in range(20_000)))
    agree(kernels, "double", [value for n in (2.0**49, 2.0**53, 1e15, 1e16) for value in neighbours(n)])


def test_every_layout(kernels):
    """Every number of digits before and after the point has the text of its repr."""
    digits = "12345678912345678"
    agree(kernels, "double", [float(f"{digits[:n]}e{e}") for n in range(1, 18) for e in range(-30, 30)])


def test_float32(kernels):
    """A float32 has the shortest text that reads back as it, like its twin's."""

    def text(value: float) -> str:
        return singles.spell_float32(value).decode()

    chance = random.Random(7)
    twos = [field << 23 | bits for field in range(255) for bits in (0, 1, 2**23 - 1)]
    patterns = array("I", [*twos, *(chance.getrandbits(32) for _ in range(5000))])
    values = [value for value in array("f", patterns.tobytes()) if math.isfinite(value)]
    agree(kernels, "float32", [*values, *range(2000), *(n / 100 for n in range(2000))], text)


def test_float16(kernels):
    """Every float16 that is finite has the shortest text that reads back as it, like its twin's."""
    patterns = [bits for bits in range(1 << 16) if bits & 0x7C00 != 0x7C00]
    halves = dict(zip(patterns, struct.unpack(f"<{len(patterns)}e", array("H", patterns).tobytes()), strict=True))
    agree(kernels, "float16", patterns, lambda bits: singles.spell_float16(halves[bits]).decode())


def test_the_table_is_exact():
    """A scale of the table is 2**q / 10**exponent, cut off after 128 bits."""
    for field in range(0, powers.EXPONENTS, 7):
        scale, _ = powers.power(field)
        assert scale <= unit(field) * 2**128 < scale + 1
        assert 2**128 // 10 <= scale < 2**128
    assert powers.header().count("{0x") == powers.EXPONENTS


def unit(field: int) -> Fraction:
    """The unit in the last place, 2**q, of doubles with this exponent field, over its power of ten."""
    return Fraction(2) ** (max(field, 1) - 1075) / Fraction(10) ** powers.power(field)[1]


def nearest_miss(step: Fraction, count: int) -> Fraction:
    """How near step, 2 * step, ... count * step come to a whole number without being one.

    Euclid's algorithm on the distances of the record holders from below and from above.
    """
    whole = step.denominator
    over, over_at = step.numerator % whole, 1
    under, under_at = whole - over, 1
    while over:
        if over > under and (times := min((over - 1) // under, (count - over_at) // under_at)):
            over, over_at = over - times * under, over_at + times * under_at
        elif under > over and (times := min((under - 1) // over, (count - under_at) // over_at)):
            under, under_at = under - times * over, under_at + times * over_at
        else:
            break
    return Fraction(min(over, under), whole) if over else Fraction(1)


def test_nearest_miss():
    """The fast search for the nearest miss finds what trying all multiples finds."""
    chance = random.Random(8)
    for _ in range(300):
        step, count = Fraction(chance.randint(1, 400), chance.randint(1, 400)), chance.randint(1, 60)
        rests = [n * step % 1 for n in range(1, count + 1)]
        assert nearest_miss(step, count) == min([min(rest, 1 - rest) for rest in rests if rest], default=1)


def test_the_exact_path_decides_every_double():
    """No end of an interval, and no double, is so near the decimal it is compared with that 128 bits
    of the power could not tell: all misses are 2**-63 or more, and what is cut off is below 2**-66.

    The exact path compares 4 * 10 * unit * (c - 1/2, c, c + 1/2) with multiples of 4, and with 4s + 2.
    """
    for field in range(1, powers.EXPONENTS):
        ends, middle = 4 * nearest_miss(5 * unit(field), 2**54 + 1), 2 * nearest_miss(20 * unit(field), 2**53)
        assert min(ends, middle) >= Fraction(1, 2**63)
    for mantissa, fields in ((2**52, range(2, 2047)), (2**23, range(927, 1180))):
        for field in fields:
            for factor in (10, 100):
                assert nearest_miss(unit(field) * factor * (4 * mantissa - 1), 1) >= Fraction(1, 2**63)


def test_twins():
    """The Python twins spell the same texts, and give nothing for what has none."""
    assert integers.spell_integer(-42) == b"-42"
    assert integers.spell_integer(2**64 - 1) == b"18446744073709551615"
    assert integers.spell_integer(10**5000) == b""
    assert doubles.spell_double(1e-7) == b"1e-07"
    assert doubles.spell_double(-0.0) == b"-0.0"
    assert doubles.spell_double(float("nan")) == doubles.spell_double(float("-inf")) == b""


@pytest.mark.long
def test_ten_million_doubles() -> None:
    """Ten million random bit patterns, every power of two and of ten, and decimals, are written as repr writes them."""
    chance = random.Random(10_000_000)
    powers = [2.0**n for n in range(-1074, 1024)] + [float(f"1e{n}") for n in range(-323, 309)]
    decimals = [round(chance.uniform(-1e6, 1e6), chance.randrange(1, 12)) for _ in range(100_000)]
    rounds: list[Any] = [powers, [-one for one in powers], decimals]
    for numbers in itertools.chain(rounds, (random_doubles(chance, 100_000) for _ in range(100))):
        assert encoder.encode(numbers).decode() == "[" + ",".join(map(repr, numbers)) + "]"


def random_doubles(chance: random.Random, count: int) -> list[float]:
    """Finite doubles of random bits; the exponent of infinities is taken down a little."""
    bits = [chance.getrandbits(64) for _ in range(count)]
    fixed = [one ^ (1 << 53) if (one >> 52) & 0x7FF == 0x7FF else one for one in bits]
    return list(struct.unpack(f"<{count}d", struct.pack(f"<{count}Q", *fixed)))
