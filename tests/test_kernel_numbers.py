"""Do the number kernels write what Python writes, at every instruction-set level?"""

from __future__ import annotations

import ctypes
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

import pytest

from encoder.kernels import doubles, integers, powers

HERE = Path(__file__).parent
KERNELS = HERE.parent / "encoder" / "kernels"
LEVELS = ("baseline", "ssse3", "avx2")
LONGEST_LINE = 25
OVERHANG = 40
KINDS = {"int64": "q", "uint64": "Q", "double": "d"}


@pytest.fixture(scope="module")
def kernels(tmp_path_factory) -> dict[str, Callable[[str, array], str]]:
    """For each level that this machine can run: kind and values -> the texts, a line each.

    "portable" is the kernel as for an unknown compiler and machine.
    """
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no C compiler on this machine")
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


def agree(kernels, kind: str, values: Iterable[float]) -> None:
    """Fail with the first few values whose text, at any level, is not their repr."""
    values = array(KINDS[kind], values)
    wanted = "".join([f"{value!r}\n" for value in values])
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


def test_levels(kernels):
    """Every level of this kind of machine is tested here, or the report says which one is not."""
    missing = [level for level in LEVELS if level not in kernels]
    if missing:
        pytest.skip(f"this machine cannot run {', '.join(missing)}")


def test_small_integers(kernels):
    """Every integer of up to four digits, and many of five, are written right."""
    agree(kernels, "int64", range(-20_000, 20_000))


def test_integers_of_every_length(kernels):
    """Integers of every bit length, and those around every power of ten, are written right."""
    chance = random.Random(1)
    edges = [10**power + step for power in range(20) for step in (-1, 0, 1)]
    agree(kernels, "uint64", [*edges, 2**64 - 1, *(chance.getrandbits(n % 64 + 1) for n in range(20_000))])
    signed = [sign * edge for edge in edges for sign in (1, -1) if edge < 2**63]
    randoms = [chance.getrandbits(n % 64) * (-1) ** (n >> 6 & 1) for n in range(20_000)]
    agree(kernels, "int64", [*signed, 2**63 - 1, -(2**63), *randoms])


def test_random_doubles(kernels):
    """Doubles of random bits have the text of their repr."""
    chance = random.Random(2)
    agree(kernels, "double", doubles_of(chance.randbytes(8 * 200_000)))


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


def test_the_table_is_exact():
    """A scale of the table, times its power of ten, is 2**q cut off after 128 bits."""
    for field in (0, 1, 2, 1000, 1075, 1076, 2046):
        scale, exponent = powers.power(field)
        ratio = Fraction(2) ** (max(field, 1) - 1075) / Fraction(10) ** exponent * 2**128
        assert scale <= ratio < scale + 1
        assert 2**128 <= 10 * (scale + 1) and scale < 2**128
    assert powers.header().count("{0x") == powers.EXPONENTS


def test_twins():
    """The Python twins append the same texts."""
    out = bytearray(b"[")
    integers.write_int64(out, -42)
    integers.write_uint64(out, 2**64 - 1)
    doubles.write_double(out, 1e-7)
    assert out == b"[-42184467440737095516151e-07"
