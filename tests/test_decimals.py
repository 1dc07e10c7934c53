"""Are Decimals, Fractions and large ints written with all their digits, or refused with a way out?"""

from __future__ import annotations

import decimal
import json
import math
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoder.errors import InvalidValueError, UnsupportedTypeError
from encoder.options import Options
from encoder.types import numbers
from encoder.types.rule import Literal


def written(value: Any, **options: Any) -> Any:
    """The text of a number that is spelled, or else the value that stands for it."""
    result = numbers.rule_for(type(value), Options(**options)).apply(value)
    return result.text.decode() if isinstance(result, Literal) else result


DIGITS = ["271.8280000000000000314159265", "129.9", "0.10", "-0", "0", "0.00", "1E+3", "-1.5E-10", "1E-7", "0E-10"]


@pytest.mark.parametrize("text", DIGITS)
def test_all_digits_as_a_number(text: str) -> None:
    """No digit, final zero or sign is lost, and what is written is a JSON number."""
    assert written(Decimal(text)) == text
    assert json.loads(text, parse_float=Decimal, parse_int=Decimal).as_tuple() == Decimal(text).as_tuple()


@pytest.mark.parametrize("text", DIGITS)
def test_all_digits_as_text(text: str) -> None:
    """decimals="string" gives the same digits as a str."""
    assert written(Decimal(text), decimals="string") == text


def test_as_a_float() -> None:
    """decimals="float" gives the nearest float, whatever form is chosen for floats."""
    assert written(Decimal("0.1"), decimals="float") == 0.1
    assert written(Decimal("271.8280000000000000314159265"), decimals="float", floats="swift") == 271.828
    assert math.copysign(1, written(Decimal("-0"), decimals="float")) == -1


@given(st.decimals(allow_nan=False, allow_infinity=False))
def test_a_reader_of_decimals_gets_the_same_one(value: Decimal) -> None:
    """json.loads with parse_float=Decimal reads back what was written, digit by digit."""
    read = json.loads(written(value), parse_float=Decimal, parse_int=Decimal)
    assert read.as_tuple() == value.as_tuple()


@pytest.mark.parametrize("form", ["number", "string", "float"])
def test_what_is_no_number_is_left_to_its_policy(form: str) -> None:
    """NaN, sNaN with or without a payload and the infinities become floats, for the option `non_finite`."""
    values = ["NaN", "-NaN", "sNaN", "-sNaN123", "NaN7", "Infinity", "-Infinity"]
    assert [repr(written(Decimal(value), decimals=form)) for value in values] == ["nan"] * 5 + ["inf", "-inf"]


@pytest.mark.parametrize("floats", ["swift", "system_text_json"])
def test_systems_that_write_no_exponent(floats: str) -> None:
    """Swift and .NET spell a decimal out: 1E+127 is a one and 127 zeros."""
    assert written(Decimal("1E+127"), floats=floats) == "1" + "0" * 127
    assert written(Decimal("-1.5E-10"), floats=floats) == "-0.00000000015"
    assert written(Decimal("1.20E+1"), floats=floats) == "12.0"
    assert written(Decimal("0.10"), floats=floats) == "0.10"
    assert written(Decimal("1E+3"), floats=floats, decimals="string") == "1000"
    assert written(Decimal("1E+3"), floats="ecmascript") == "1E+3"


@pytest.mark.parametrize("text", ["1E+999999999", "-1E+10001", "1E-10001"])
def test_a_gigabyte_of_zeros_is_refused(text: str) -> None:
    """Spelling out a Decimal is bounded, and the error says which option needs no zeros."""
    with pytest.raises(InvalidValueError, match="floats='repr'"):
        written(Decimal(text), floats="swift")
    assert written(Decimal(text)) == text


def test_too_large_for_a_float() -> None:
    """A finite number never becomes an infinity."""
    for value in (Decimal("1E+400"), Decimal("-1E+400"), Fraction(10**400)):
        with pytest.raises(InvalidValueError, match="too large for a float"):
            written(value, decimals="float")


def test_the_context_of_a_thread_has_no_say() -> None:
    """Precision, traps, exponents and capitals of the caller's decimal context change nothing."""
    strict = decimal.Context(prec=1, Emin=-1, Emax=1, capitals=0, traps=list(decimal.getcontext().flags))
    with decimal.localcontext(strict):
        assert written(Decimal("12345.678E+20")) == "1.2345678E+24"
        assert written(Decimal("12345.678E+20"), floats="swift") == "1234567800000000000000000"
        assert written(Decimal("12345.678"), decimals="float") == 12345.678
        assert repr(written(Decimal("sNaN"))) == "nan"


def test_a_subclass_is_its_number() -> None:
    """A subclass with texts of its own is written by its digits."""

    class Price(Decimal):
        def __str__(self) -> str:
            return f"EUR {Decimal.__str__(self)}"

        __repr__ = __str__

        def __format__(self, spec: str) -> str:
            return "EUR"

        def is_finite(self) -> bool:
            raise AssertionError

    price = Price("9.90")
    assert written(price) == written(price, decimals="string") == written(price, floats="swift") == "9.90"
    assert written(price, decimals="float") == 9.9


def test_a_fraction_as_text_or_float() -> None:
    """One third is "1/3" or the nearest float; a whole one has no denominator, as in Python."""
    assert written(Fraction(1, 3), decimals="string") == "1/3"
    assert written(Fraction(-4, 2), decimals="string") == "-2"
    assert written(Fraction(1, 3), decimals="float") == 0.3333333333333333


def test_a_fraction_of_too_many_digits() -> None:
    """Python's limit on digits is an error of the encoder, not a bare ValueError."""
    with pytest.raises(InvalidValueError, match="more digits than"):
        written(Fraction(1, 10 ** sys.get_int_max_str_digits()), decimals="string")


NO_NUMBERS = [(Fraction(1, 3), "Fraction.*decimals='string'"), (1j, "complex.*default=")]


@pytest.mark.parametrize(("value", "hint"), NO_NUMBERS)
def test_numbers_that_json_has_not(value: Any, hint: str) -> None:
    """A fraction as a number and a complex number are refused with a way out, or left to the caller's `default`."""
    with pytest.raises(UnsupportedTypeError, match=hint):
        written(value)
    assert numbers.rule_for(type(value), Options(default=repr)) is None


EDGE_53, EDGE_64 = 2**53, 2**64


def test_ints_that_javascript_has_not() -> None:
    """big_ints="raise_53" ends at 2**53 - 1 on both sides, and its error names the option."""
    assert [written(n, big_ints="raise_53") for n in (0, EDGE_53 - 1, 1 - EDGE_53)] == [0, EDGE_53 - 1, 1 - EDGE_53]
    for value in (EDGE_53, -EDGE_53, 10**30):
        with pytest.raises(InvalidValueError, match=f"{value} is beyond 2.*big_ints='string_53'"):
            written(value, big_ints="raise_53")


def test_ints_as_text_from_there() -> None:
    """big_ints="string_53" gives a str from where JavaScript would round, with all digits."""
    assert [written(n, big_ints="string_53") for n in (7, EDGE_53 - 1, EDGE_53, -EDGE_53)] == [
        7,
        9007199254740991,
        "9007199254740992",
        "-9007199254740992",
    ]
    with pytest.raises(InvalidValueError, match="more digits than"):
        written(10**5000, big_ints="string_53")


def test_ints_of_more_than_64_bits() -> None:
    """big_ints="raise_64" takes what a signed or an unsigned integer of 64 bits can hold."""
    assert [written(n, big_ints="raise_64") for n in (-(2**63), EDGE_64 - 1)] == [-(2**63), EDGE_64 - 1]
    for value in (-(2**63) - 1, EDGE_64):
        with pytest.raises(InvalidValueError, match="big_ints='digits'"):
            written(value, big_ints="raise_64")


@pytest.mark.parametrize("option", ["raise_53", "raise_64"])
def test_an_int_too_long_for_a_message(option: str) -> None:
    """The message tells the size of an int whose digits Python would not write."""
    with pytest.raises(InvalidValueError, match="an int of 16610 bits"):
        written(10**5000, big_ints=option)


@pytest.mark.parametrize("cls", [int, bool, str, type(None), list, float])
def test_other_types_are_not_of_this_family(cls: type) -> None:
    """There is no rule for what is written natively or by others, subclasses of int and float among them."""
    assert numbers.rule_for(cls, Options()) is None
    assert numbers.rule_for(type("Own", (int,), {}), Options(big_ints="raise_53")) is None
    assert numbers.rule_for(bool, Options(big_ints="raise_53", floats="swift")) is None


def test_a_metaclass_is_not_asked() -> None:
    """A class whose metaclass claims to be equal to, or a subclass of, anything is not taken for a number."""

    class Meta(type):
        __hash__ = type.__hash__

        def __eq__(cls, other: object) -> bool:
            return True

        def __subclasscheck__(cls, other: type) -> bool:
            return True

    assert numbers.rule_for(Meta("Odd", (), {}), Options()) is None


def test_nothing_is_imported_for_others() -> None:
    """Asking for a rule imports neither decimal nor fractions."""
    code = (
        "import sys; from encoder.options import Options; from encoder.types import numbers;"
        "numbers.rule_for(object, Options()); print({'decimal', 'fractions'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"
