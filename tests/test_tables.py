"""Are pandas' moments written as Python's, what is missing as null, and its tables where the option allows it?"""

from __future__ import annotations

import datetime
import json
import zoneinfo
from typing import Any

import pytest
from absence import needed

from encoder import DuplicateKeyError, InvalidValueError, UnsupportedTypeError, encode

pandas = needed("pandas")
numpy = needed("numpy")

ARRAY = {"iterables": "array"}


def test_a_timestamp_is_a_datetime() -> None:
    """The very text of the datetime it is, with and without a zone; nine digits only where it needs them."""
    paris = datetime.datetime(2020, 7, 1, 12, 30, 1, 250000, tzinfo=zoneinfo.ZoneInfo("Europe/Paris"))
    for moment in (paris, paris.replace(tzinfo=None), paris.astimezone(datetime.UTC), paris.replace(microsecond=0)):
        for choice in ("iso", "iso_z", "seconds", "milliseconds", "reference", "%d.%m.%Y %H"):
            assert encode(pandas.Timestamp(moment), dates=choice) == encode(moment, dates=choice)
    fine = pandas.Timestamp("2020-01-01T00:00:00.000000789+02:00")
    assert encode([fine]) == b'["2020-01-01T00:00:00.000000789+02:00"]'
    assert encode(fine.tz_convert("UTC"), dates="iso_z") == b'"2019-12-31T22:00:00.000000789Z"'
    assert encode(fine, dates="seconds") == b"1577829600.000000789"
    assert encode({fine: 1}) == b'{"2020-01-01T00:00:00.000000789+02:00":1}'


def test_a_timedelta_is_a_timedelta() -> None:
    """Exact to the nanosecond, one sign in front."""
    span = datetime.timedelta(days=-1, hours=2, microseconds=5)
    for choice in ("iso", "seconds"):
        assert encode(pandas.Timedelta(span), durations=choice) == encode(span, durations=choice)
    assert encode(pandas.Timedelta("1 days 00:00:00.000000001")) == b'"P1DT0.000000001S"'
    assert encode(-pandas.Timedelta("00:00:01.000000001"), durations="seconds") == b"-1.000000001"


def test_what_is_missing_is_null() -> None:
    """NaT is a subclass of datetime, and still no moment."""
    assert encode([pandas.NaT, pandas.NA, None]) == b"[null,null,null]"


def test_a_period_is_its_text_and_an_interval_is_refused() -> None:
    """An interval has no form that a reader would expect."""
    assert encode(pandas.Period("2020-03")) == b'"2020-03"'
    with pytest.raises(UnsupportedTypeError, match="Interval.*str"):
        encode(pandas.Interval(0, 1))


def columns() -> list[Any]:
    return [
        pandas.Series([1]),
        pandas.Index([1]),
        pandas.RangeIndex(1),
        pandas.Categorical(["a"]),
        pandas.array([1], dtype="Int64"),
        pandas.DataFrame({"a": [1]}),
        pandas.DatetimeIndex(["2020-01-01"]),
    ]


def test_tables_are_refused_by_default() -> None:
    """The message names the option; `default` is asked first."""
    for value in columns():
        with pytest.raises(UnsupportedTypeError, match='iterables="array"'):
            encode([value])
        assert encode([value], default=lambda value: len(value)) == b"[1]"


def test_a_column_is_an_array_of_its_values() -> None:
    """Of every kind of column; what is missing in it is null, and its index is left out."""
    stamps = pandas.to_datetime(["2020-01-01T01:02:03", None])
    cases = [
        (pandas.Series([1, 2], index=["x", "y"]), b"[1,2]"),
        (pandas.Series([0.1], dtype="float32"), b"[0.1]"),
        (pandas.Series([True, False]), b"[true,false]"),
        (pandas.Series(["a", None]), b'["a",null]'),
        (pandas.Series(["a", float("nan"), None, [1]], dtype=object), b'["a",null,null,[1]]'),
        (pandas.Series([1, None], dtype="Int64"), b"[1,null]"),
        (pandas.Series([0.1, None], dtype="Float32"), b"[0.1,null]"),
        (pandas.Series([True, None], dtype="boolean"), b"[true,null]"),
        (pandas.Series(["a", None, "a"], dtype="category"), b'["a",null,"a"]'),
        (pandas.Categorical([1, 2, 1]), b"[1,2,1]"),
        (pandas.Series(stamps), b'["2020-01-01T01:02:03",null]'),
        (stamps, b'["2020-01-01T01:02:03",null]'),
        (pandas.Series(stamps.tz_localize("Europe/Paris")), b'["2020-01-01T01:02:03+01:00",null]'),
        (pandas.Series(pandas.to_timedelta(["1 days", None])), b'["P1D",null]'),
        (pandas.Series(pandas.period_range("2020-01", periods=2, freq="M")), b'["2020-01","2020-02"]'),
        (pandas.RangeIndex(3), b"[0,1,2]"),
        (pandas.Index([]), b"[]"),
        (pandas.MultiIndex.from_tuples([(1, "a"), (2, "b")]), b'[[1,"a"],[2,"b"]]'),
        (pandas.arrays.SparseArray([0, 1]), b"[0,1]"),
    ]
    for value, expected in cases:
        assert encode(value, **ARRAY) == expected, value


def test_nan_in_a_column_of_floats_is_a_number() -> None:
    """So the option about such numbers decides."""
    column = pandas.Series([1.5, None])
    with pytest.raises(InvalidValueError):
        encode(column, **ARRAY)
    assert encode(column, non_finite="null", **ARRAY) == b"[1.5,null]"


def test_a_table_is_an_array_of_its_rows() -> None:
    """Each an object by the names of the columns; every column keeps its own kind."""
    narrow, days = numpy.array([0.1, 2], dtype="f4"), pandas.to_datetime(["2020-01-01", None])
    table = pandas.DataFrame({"a": [1, 2], "f": narrow, "t": days, 3: ["x", None]}, index=["p", "q"])
    assert encode(table, **ARRAY) == (
        b'[{"a":1,"f":0.1,"t":"2020-01-01T00:00:00","3":"x"},{"a":2,"f":2.0,"t":null,"3":null}]'
    )
    assert encode(table.iloc[:0], **ARRAY) == b"[]"
    assert encode(pandas.DataFrame(), **ARRAY) == b"[]"
    assert encode(pandas.DataFrame(index=[1, 2]), **ARRAY) == b"[{},{}]"


def test_columns_of_one_name_are_no_column_lost() -> None:
    """They meet the option about duplicate keys."""
    table = pandas.DataFrame([[1, 2]], columns=["a", "a"])
    with pytest.raises(DuplicateKeyError):
        encode(table, **ARRAY)
    assert encode(table, duplicate_keys="last", **ARRAY) == b'[{"a":2}]'
    assert encode(table, duplicate_keys="keep", **ARRAY) == b'[{"a":1,"a":2}]'


def test_a_long_table_is_written_in_blocks() -> None:
    """All rows, in order, across the borders of the blocks."""
    table = pandas.DataFrame({"a": range(70_001), "b": numpy.arange(70_001) / 2})
    assert json.loads(encode(table, **ARRAY)) == [{"a": place, "b": place / 2} for place in range(70_001)]
