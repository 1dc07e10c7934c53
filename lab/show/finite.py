"""What of a run is a number that can be drawn, and how does a chart carry it so that every reader has it right?"""

from __future__ import annotations

import dataclasses
import html
import math
from collections.abc import Iterable, Mapping
from typing import Any

from lab.model import Pair, Remark, Row, TimeRatio

NOT_FINITE = Remark(code="not_finite", text="A figure of this row is no finite number: n/a.", severity="warning")

_SAFE = 2**53
"""Up to here JavaScript's numbers count every integer; some JSON writers refuse those beyond 64 bits."""
_WORDS = ("text", "ticktext", "name")
"""Where a chart has words, in which Plotly would take ``<b>`` for markup."""


def drawable(rows: Iterable[Row]) -> tuple[Row, ...]:
    """``rows``, each without those of its figures that are not finite, as a file may have them; a remark says so."""
    return tuple(map(_row, rows))


def plain(value: Any, *, key: str = "") -> Any:
    """A chart's ``value`` as plain JSON values: lists for arrays, None for what is not finite, words as words."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {name: plain(one, key=name) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one, key=key) for one in value]
    if isinstance(value, str):
        return html.escape(value, quote=False) if key in _WORDS else value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    if not _number(value):
        return None
    return float(value) if abs(value) > _SAFE else value


def _row(row: Row) -> Row:
    changes: dict[str, Any] = {}
    if row.time is not None and not _finite(row.time):
        changes |= {"time": None, "verdict": None}
    for name in ("bytes", "blocks", "peak"):
        pair = getattr(row, name)
        if pair is not None and not _finite(pair):
            changes[name] = None
    if not all(_number(sample) for samples in row.samples.values() for sample in samples):
        changes["samples"] = {}
    if not changes:
        return row
    return dataclasses.replace(row, **changes, remarks=(*row.remarks, NOT_FINITE))


def _finite(figures: TimeRatio | Pair) -> bool:
    found = (getattr(figures, field.name) for field in dataclasses.fields(figures))
    return all(_number(one) for one in found if isinstance(one, int | float))


def _number(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        # A file may hold an integer that no float reaches.
        return False
