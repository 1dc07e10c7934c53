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
    magnitude = abs(amount)
    scale, unit = next(((s, u) for s, u in reversed(_SIZE_UNITS) if magnitude >= s), _SIZE_UNITS[0])
    text = f"{amount / scale:.3g}"
    # 999.6 kB would round to 1e+03 kB.
    return f"{amount / scale:,.0f} {unit}" if "e" in text else f"{text} {unit}"


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
    return f"{value:.2f}" if value == 0 or value >= 0.1 else f"{value:.2g}"


def percent(share: float) -> str:
    """A share of 1 as a percentage, with a leading digit however small: little never reads as nothing."""
    return f"{share * 100:.0f} %" if share >= 0.1 or share == 0 else f"{share * 100:.1g} %"


def plural(count: float, noun: str) -> str:
    """A counted noun: ``1 block``, ``2 blocks``, ``no boxes``."""
    several = noun + ("es" if noun.endswith(("x", "s", "sh", "ch")) else "s")
    if count == 0:
        return f"no {several}"
    return f"{exact(count)} {noun if count == 1 else several}"


def _in_unit(value: float, like: float | None, units: tuple[tuple[float, str], ...]) -> str:
    magnitude = abs(value if like is None else like)
    scale, unit = next(((s, u) for s, u in reversed(units) if magnitude >= s), units[0])
    scaled = value / scale
    digits = max(0, min(3, 3 - math.floor(math.log10(abs(scaled))))) if scaled else 0
    return f"{scaled:,.{digits}f} {unit}"
