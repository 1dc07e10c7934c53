"""How does an integer become decimal digits?  (The twin of integers.h.)"""

from __future__ import annotations


def write_int64(out: bytearray, value: int) -> None:
    """Append the decimal digits of `value`; any size will do, a subclass counts by its value."""
    out += b"%d" % value


write_uint64 = write_int64
