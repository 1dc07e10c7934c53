"""What is each power of two, counted in powers of ten?

The double kernel multiplies a double's bits by these numbers.  The C header with the table is made when the
package is built, never kept: `python -m encoder.kernels.powers` prints it.
"""

from __future__ import annotations

EXPONENTS = 2047
"""A finite double's exponent field is 0 to 2046; its unit in the last place is 2**(max(field, 1) - 1075)."""


def power(field: int) -> tuple[int, int]:
    """(scale, exponent) with unit = scale / 2**128 * 10**exponent, and 0.1 <= scale / 2**128 < 1.

    The scale is cut off after 128 bits, not rounded.
    """
    q = max(field, 1) - 1075
    top, bottom = (1 << q, 1) if q >= 0 else (1, 1 << -q)
    exponent = (q * 1262611 >> 22) + 1  # floor(log10(2**q)) + 1; the kernel computes it in the same way
    if exponent >= 0:
        bottom *= 10**exponent
    else:
        top *= 10**-exponent
    assert bottom <= 10 * top < 10 * bottom, field
    return (top << 128) // bottom, exponent


def header() -> str:
    """The text of `powers.h`: POWERS[field] is the scale of `power(field)` as {high, low}."""
    rows = []
    for field in range(EXPONENTS):
        high, low = divmod(power(field)[0], 1 << 64)
        rows.append(f"    {{{high:#018x}, {low:#018x}}},")
    return "\n".join(
        [
            "/* Made by encoder/kernels/powers.py; change that, not this. */",
            "#ifndef ENCODER_POWERS_H",
            "#define ENCODER_POWERS_H",
            '#include "isa.h"',
            "",
            f"static const ALIGNED(16) uint64_t POWERS[{EXPONENTS}][2] = {{",
            *rows,
            "};",
            "",
            "#endif",
            "",
        ]
    )


if __name__ == "__main__":
    import sys

    sys.stdout.write(header())
