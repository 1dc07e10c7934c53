"""How are the values and tables of pandas written?"""

from __future__ import annotations

import sys

from encoder.errors import UnsupportedTypeError
from encoder.types.numbers import descends, known
from encoder.types.rule import Rule, again, items, iterate, leaf, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable, Iterator
    from typing import Any

    from encoder.options import Options

CELLS = 1 << 16
"""Cells of a table that are made Python objects at a time."""


def rule_for(cls: type, options: Options) -> Rule | None:
    """The rule of what pandas defines; None for all others.

    A Timestamp is a datetime, with nine digits of a fraction where it needs them, a Timedelta a timedelta, NaT and NA
    are null, a Period is its text. With ``iterables="array"`` a Series, an Index and a Categorical are arrays of their
    values, and a DataFrame is an array of its rows, each an object by the names of the columns; indexes are left out.
    What is missing is null, except that `non_finite` decides about a NaN in a column of numpy's floats.
    """
    if cls is Row:
        return items(lambda row: row.cells)
    if sys.modules.get("pandas") is None:
        return None
    if cls is type(known("pandas", "NaT")) or cls is type(known("pandas", "NA")):
        return None if cls is type(None) else leaf(nothing)
    if descends(cls, known("pandas", "Timestamp")):
        return leaf(timestamps(options))
    if descends(cls, known("pandas", "Timedelta")):
        return leaf(timedeltas(options))
    if descends(cls, known("pandas", "Period")):
        return leaf(str)
    if descends(cls, known("pandas", "Interval")):
        return refusal(cls, "pass str(interval), or its left and right")
    is_table = descends(cls, known("pandas", "DataFrame"))
    if not is_table and not any(descends(cls, base) for base in sequences()):
        return None
    if options.iterables != "array":
        hint = "its rows as objects" if is_table else "its values"
        return refusal(cls, f'pass iterables="array" for {hint}; indexes are left out')
    return iterate(rows) if is_table else again(members)


def nothing(value: Any) -> None:
    """NaT and NA."""


def refusal(cls: type, hint: str) -> Rule:
    return refuse(UnsupportedTypeError, f"cannot encode pandas.{cls.__qualname__}: {hint}")


def sequences() -> list[type | None]:
    """The classes that hold a sequence of values."""
    extensions = getattr(known("pandas", "api"), "extensions", None)
    return [known("pandas", "Series"), known("pandas", "Index"), getattr(extensions, "ExtensionArray", None)]


def timestamps(options: Options) -> Callable[[Any], Any]:
    """To a Timestamp as the options write dates."""
    from encoder.types import moments

    write_moment = moments.write_moment(options)
    return lambda value: write_moment(value.to_pydatetime(warn=False), value.nanosecond, 1000)


def timedeltas(options: Options) -> Callable[[Any], Any]:
    """To a Timedelta as the options write durations."""
    from encoder.types import scalars

    write = scalars.spans_of(options)
    return lambda value: write(value.to_timedelta64())


def members(column: Any) -> Any:
    """The values of a Series, an Index or one of pandas' arrays: numpy's array where that is all there is to it."""
    dtype = column.dtype
    if isinstance(dtype, sys.modules["numpy"].dtype) and dtype.kind != "O":
        return column.to_numpy()
    if descends(type(column), known("pandas", "MultiIndex")):
        return list(column)  # of tuples, none of which is missing
    return [None if gone else value for value, gone in zip(column, column.isna(), strict=True)]


def rows(table: Any) -> Iterator[Any]:
    """The rows of a DataFrame, made some at a time."""
    from encoder.types import arrays

    table = table.copy(deep=False)  # whoever drops a column meanwhile does not drop it here
    names = list(table.columns)
    # Where two names are equal, a dict would lose a column before the option about duplicate keys is asked.
    make = dict if len(dict.fromkeys(names)) == len(names) else Row
    size = max(1, CELLS // (1 + len(names)))
    for start in range(0, len(table), size):
        block = table.iloc[start : start + size]
        columns = [members(block.iloc[:, place]) for place in range(len(names))]
        cells = [column if type(column) is list else arrays.values(column) for column in columns]
        for row in zip(*cells, strict=True) if names else [()] * len(block):
            yield make(zip(names, row, strict=True))


class Row:
    """A row of a table in which two columns have the same name."""

    __slots__ = ("cells",)

    def __init__(self, cells: Any) -> None:
        self.cells = list(cells)
