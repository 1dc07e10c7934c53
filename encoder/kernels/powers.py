"""Which 128-bit powers of ten does the double kernel multiply by?

The C header with the table is made when the package is built, never kept: `python -m encoder.kernels.powers`
prints it.
"""

from __future__ import annotations

FIRST, LAST = -293, 324
"""The powers needed: the fast path scales by 10**(-k-1), Schubfach by 10**-k, for -324 <= k <= 292."""


def power(exponent: int) -> int:
    """The leading 128 bits of 10**exponent, cut off (not rounded): 2**127 <= power < 2**128."""
    if exponent >= 0:
        exact = 10**exponent
        surplus = exact.bit_length() - 128
        return exact >> surplus if surplus > 0 else exact << -surplus
    divisor = 10**-exponent
    # 2**(length - 1) < divisor < 2**length, as no power of ten but 1 is a power of two.
    return (1 << (127 + divisor.bit_length())) // divisor


def header() -> str:
    """The text of `powers.h`: POWERS[e - POWERS_FIRST] is {high, low} of `power(e)`."""
    rows = []
    for exponent in range(FIRST, LAST + 1):
        high, low = divmod(power(exponent), 1 << 64)
        rows.append(f"    {{{high:#018x}, {low:#018x}}}, /* 10^{exponent} */")
    return "\n".join(
        [
            "/* Made by encoder/kernels/powers.py; change that, not this. */",
            "#ifndef ENCODER_POWERS_H",
            "#define ENCODER_POWERS_H",
            "#include <stdint.h>",
            '#include "isa.h"',
            "",
            f"#define POWERS_FIRST ({FIRST})",
            f"static const ALIGNED(16) uint64_t POWERS[{LAST - FIRST + 1}][2] = {{",
            *rows,
            "};",
            "#endif",
            "",
        ]
    )


if __name__ == "__main__":
    import sys

    sys.stdout.write(header())
