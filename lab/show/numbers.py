"""How does a quantity read? Exact where it is exact, four digits where it was timed."""

from __future__ import annotations

import math

MISSING = "–"

_TIME_UNITS = ((1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s"))
_SIZE_UNITS = ((1.0, "B"), (1e3, "kB"), (1e6, "MB"), (1e9, "GB"))


def time(ns: float | None, *, like: float | None = None) -> str:
    """Nanoseconds with four significant digits and the unit that `like` (else `ns`) asks for."""
    if ns is None or not math.isfinite(ns):
        return MISSING
    return _in_unit(ns, like, _TIME_UNITS)


def size(amount: float | None) -> str:
    """Bytes for a sentence, rounded to three digits: ``1.4 MB``. Tables print `exact` instead."""
    if amount is None:
        return MISSING
    # 999.6 kB would round to 1000 kB, so the unit is chosen by what is left after rounding.
    rounded = float(f"{amount:.3g}")
    scale, unit = next(((s, u) for s, u in reversed(_SIZE_UNITS) if abs(rounded) >= s), _SIZE_UNITS[0])
    return f"{_plain(rounded / scale, 3)} {unit}"


def exact(amount: float | None, unit: str = "") -> str:
    """An exact count with thousands separated and never rounded to ``1K``: ``1,384 B``."""
    if amount is None:
        return MISSING
    whole = f"{round(amount):,}" if float(amount).is_integer() else f"{amount:,.2f}"
    return f"{whole} {unit}" if unit else whole


def ratio(value: float | None) -> str:
    """A ratio with two decimals, or more where two would hide that it is not nothing."""
    if value is None or not math.isfinite(value):
        return MISSING
    return f"{value:.2f}" if value == 0 or value >= 0.0995 else _plain(value, 2)


def interval(middle: float, low: float, high: float) -> str:
    """A ratio with its interval, all three to the decimals of the first: ``0.90 [0.88, 0.92]``."""
    if not all(map(math.isfinite, (middle, low, high))):
        return MISSING
    decimals = max(2, _decimals(middle, 2)) if middle else 2
    return f"{middle:.{decimals}f} [{low:.{decimals}f}, {high:.{decimals}f}]"


def percent(share: float) -> str:
    """A share of 1 as a percentage in which little never reads as nothing, nor nearly all as all."""
    amount = 100 * share
    rest = min(abs(amount), abs(amount - 100))
    if rest == 0 or rest >= 0.5 and abs(amount) >= 9.5:
        return f"{amount:.0f} %"
    if abs(amount) < 9.5:
        return f"{_plain(amount, 1)} %"
    return f"{amount:.{_decimals(rest, 1)}f} %"


def plural(count: float, noun: str) -> str:
    """A counted noun: ``1 block``, ``2 copies``, ``no boxes``."""
    several = noun + ("es" if noun.endswith(("x", "s", "sh", "ch")) else "s")
    if noun.endswith("py"):
        several = f"{noun[:-1]}ies"
    if count == 0:
        return f"no {several}"
    return f"{exact(count)} {noun if count == 1 else several}"


def _plain(value: float, digits: int) -> str:
    """`value` to `digits` significant digits, without an exponent and without trailing zeros."""
    text = f"{value:.{_decimals(value, digits)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimals(value: float, digits: int) -> int:
    """How many decimals show `digits` significant digits of `value`."""
    # By its text, since the logarithm of a power of ten may fall on either side of a whole number.
    exponent = int(f"{abs(value):.{digits - 1}e}".partition("e")[2])
    return max(0, digits - 1 - exponent)


def _in_unit(value: float, like: float | None, units: tuple[tuple[float, str], ...]) -> str:
    magnitude = abs(value if like is None else like)
    scale, unit = next(((s, u) for s, u in reversed(units) if magnitude >= s), units[0])
    scaled = value / scale
    digits = max(0, min(3, 3 - math.floor(math.log10(abs(scaled))))) if scaled else 0
    return f"{scaled:,.{digits}f} {unit}"
