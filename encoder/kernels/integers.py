"""How does an integer become decimal digits? The twin of integers.h, for integers of any size."""

from __future__ import annotations


def spell_integer(number: int) -> bytes:
    """The decimal digits of an int; empty where there are more than sys.get_int_max_str_digits() allows."""
    try:
        return repr(number).encode()
    except ValueError:
        return b""
