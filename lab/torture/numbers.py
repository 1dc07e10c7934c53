"""What if a number is none, has no end of digits, or says that it is something else?"""

from __future__ import annotations

import math
import sys
from decimal import Decimal

from lab.torture.case import Again, Family, Given
from lab.torture.checks import says, valid

CASES = Family("numbers")
_EDGES = [edge + step for edge in (2**31, 2**53, 2**63, 2**64) for step in (-1, 0, 1)]
_FLOATS = [5e-324, 2.2250738585072014e-308, sys.float_info.max, -0.0, 1e16, 1e22, 1e23, 0.1, 9007199254740993.0]
_LIE = "}{ no JSON"


class Seven(int):
    """Says that it is something else."""

    def __str__(self) -> str:
        return _LIE

    __repr__ = __str__


class Half(float):
    """Says that it is something else."""

    def __str__(self) -> str:
        return _LIE

    __repr__ = __str__


class Fifth(Decimal):
    """Says that it is something else."""

    def __str__(self) -> str:
        return _LIE

    __repr__ = __str__


@CASES.case(valid, "refused")
def not_a_number(again: Again) -> Given:
    """NaN, for which JSON has no word."""
    return Given([1, math.nan])


@CASES.case(valid, "refused")
def infinities(again: Again) -> Given:
    """Both infinities, for which JSON has no word."""
    return Given({"a": math.inf, "b": -math.inf})


@CASES.case(valid, "refused")
def decimals_that_are_no_number(again: Again) -> Given:
    """A decimal NaN, also a signalling one, and infinity."""
    return Given([Decimal("NaN"), Decimal("sNaN"), Decimal("-Infinity")])


@CASES.case(says([*_EDGES, *(-edge for edge in _EDGES)]), "right")
def ints_around_every_edge(again: Again) -> Given:
    """Ints around 31, 53, 63 and 64 bits, of both signs."""
    return Given([*_EDGES, *(-edge for edge in _EDGES)])


@CASES.case(says([10**4000, -(10**5000)]), "refused")
def ints_of_5000_digits(again: Again) -> Given:
    """Ints of 4001 and 5001 digits; CPython refuses to make the text of the second."""
    return Given([10**4000, -(10**5000)])


@CASES.case(says(_FLOATS), "right")
def floats_at_the_edges(again: Again) -> Given:
    """The smallest, the largest, minus zero, and those at which the notation changes."""
    return Given(_FLOATS)


@CASES.case(says([7, {"a": 7}]), "right")
def an_int_that_lies(again: Again) -> Given:
    """A subclass of int whose text is no number."""
    return Given([Seven(7), {"a": Seven(7)}])


@CASES.case(says([0.5]), "right")
def a_float_that_lies(again: Again) -> Given:
    """A subclass of float whose text is no number."""
    return Given([Half(0.5)])


@CASES.case(says(["0.2"], [0.2]), "right")
def a_decimal_that_lies(again: Again) -> Given:
    """A subclass of Decimal whose text is no number."""
    return Given([Fifth("0.2")])
