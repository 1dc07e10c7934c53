"""What is the shortest decimal text that reads back as this double?  (The twin of doubles.h.)"""

from __future__ import annotations


def write_double(out: bytearray, value: float) -> None:
    """Append the shortest text of a finite `value`, as `float.__repr__` gives it."""
    out += float.__repr__(value).encode("ascii")
