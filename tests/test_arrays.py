"""Are numpy's arrays and scalars, and those of the module array, written by value, whatever their layout in memory?"""

from __future__ import annotations

import ctypes
import json
import sys
import tracemalloc
from array import array
from typing import Any

import pytest
from absence import needed

from encoder import ChangedDuringEncodingError, CircularReferenceError, InvalidValueError, UnsupportedTypeError, encode
from encoder.options import Options
from encoder.types import arrays


def written(value: Any, **options: Any) -> Any:
    return json.loads(encode(value, **options))


def test_an_array_of_the_standard_library_holds_numbers() -> None:
    """Although it is a buffer too; single floats in their own shortest digits."""
    cases = [
        (array("i", [1, -2]), b"[1,-2]"),
        (array("d", [0.5, 1.0]), b"[0.5,1.0]"),
        (array("B", b"ab"), b"[97,98]"),
        (array("f", [0.1, 16777216.0]), b"[0.1,16777216.0]"),
        (array("q", [2**62, -(2**63)]), b"[4611686018427387904,-9223372036854775808]"),
        (array("Q", [2**64 - 1]), b"[18446744073709551615]"),
        (array("i"), b"[]"),
        (array("u", "hi\n"), b'"hi\\n"'),
        (array("u"), b'""'),
    ]
    for value, expected in cases:
        assert encode(value) == expected
        assert encode(value, bytes="raise") == expected
    if sys.version_info >= (3, 13):
        assert encode(array("w", "h\U0001f600")) == '"h\U0001f600"'.encode()


def test_an_array_of_text_may_hold_no_character() -> None:
    """A clear error instead of whatever the array raises."""
    value = array("u", "a")
    if value.itemsize == 4:
        value = array("u")
        value.frombytes(b"\xff\xff\xff\x7f")
        with pytest.raises(InvalidValueError):
            encode([value])


def test_a_subclass_of_array_has_no_say() -> None:
    """What it claims of itself is not believed."""

    class Liar(array):
        def __len__(self) -> int:
            return 10**9

        def __getitem__(self, place: Any) -> Any:
            return "wrong"

        def tolist(self) -> Any:
            return "wrong"

    assert encode(Liar("i", [1, 2])) == b"[1,2]"


def test_an_array_is_not_held() -> None:
    """It may grow afterwards; a large one that grows meanwhile is an error and not half an array."""
    value = array("i", range(arrays.LARGEST + 2))
    assert written(value) == list(range(arrays.LARGEST + 2))
    value.append(1)
    rule = arrays.rule_for(arrays.Blocks, Options())
    assert rule is not None and rule.apply is not None
    taken = rule.apply(arrays.unfold_array(value))
    next(taken)
    value.append(1)
    with pytest.raises(ChangedDuringEncodingError):
        list(taken)


def test_nothing_is_imported() -> None:
    """A class that only looks like numpy's is none of this family, and numpy is not asked for."""
    before = set(sys.modules)
    assert arrays.rule_for(type("ndarray", (), {"__module__": "numpy"}), Options()) is None
    assert not {"numpy", "array"} & (set(sys.modules) - before)


class TestNumpy:
    """Of numpy; all expected values are written out or numpy's own."""

    @pytest.fixture
    def numpy(self) -> Any:
        return needed("numpy")

    def test_a_scalar_is_its_value(self, numpy: Any) -> None:
        """Every kind that has one; float64 although it is a float, bool_ although it is none of Python's."""
        cases = [
            (numpy.bool_(True), b"true"),
            (numpy.int8(-1), b"-1"),
            (numpy.int64(5), b"5"),
            (numpy.longlong(5), b"5"),
            (numpy.uint64(2**64 - 1), b"18446744073709551615"),
            (numpy.float64(1.5), b"1.5"),
            (numpy.float32(0.1), b"0.1"),
            (numpy.float16(0.1), b"0.1"),
            (numpy.float16(65504), b"65500.0"),
            (numpy.str_("s\n"), b'"s\\n"'),
            (numpy.bytes_(b"b"), b'"Yg=="'),
            (numpy.array(b"abc", dtype="V3")[()], b'"YWJj"'),
        ]
        for value, expected in cases:
            assert encode(value) == expected
            assert encode([value, {"a": value}]) == b"[" + expected + b',{"a":' + expected + b"}]"
            assert encode(numpy.array(value)) == expected  # of no dimension

    def test_scalars_are_keys_as_their_values_are(self, numpy: Any) -> None:
        """The text of the value."""
        keys = {numpy.int64(3): 1, numpy.str_("s"): 2, numpy.float32(0.1): 3, numpy.datetime64("2020-01-02"): 4}
        assert encode(keys) == b'{"3":1,"s":2,"0.1":3,"2020-01-02":4}'

    def test_the_options_about_numbers_hold(self, numpy: Any) -> None:
        """For scalars and arrays of every width alike."""
        for kind in ("f2", "f4", "f8", "g"):
            for value in (numpy.dtype(kind).type("nan"), numpy.array([1, numpy.inf], dtype=kind)):
                with pytest.raises(InvalidValueError):
                    encode(value)
            assert encode(numpy.array([[1.5, -numpy.inf]], dtype=kind), non_finite="null") == b"[[1.5,null]]"
            assert encode(numpy.dtype(kind).type("nan"), non_finite="null") == b"null"

    def test_a_longdouble_keeps_all_its_digits(self, numpy: Any) -> None:
        """The fewest of its own precision: what a float has no digits for is written as a longer number."""
        if numpy.finfo(numpy.longdouble).nmant != 63:
            pytest.skip("a longdouble of another precision")
        cases = [
            ("1.5", b"1.5"),
            ("0.1", b"0.1"),
            ("-0", b"-0.0"),
            ("1e300", b"1e+300"),
            ("123456789012345678", b"1.23456789012345678e+17"),
        ]
        for text, expected in cases:
            assert encode(numpy.longdouble(text)) == expected
            assert encode(numpy.array([text], dtype="g")) == b"[" + expected + b"]"
        assert encode(numpy.longdouble(0.1)) == b"0.10000000000000000555"
        assert numpy.longdouble(encode(numpy.longdouble("1e4000")).decode()) == numpy.longdouble("1e4000")
        assert encode(numpy.longdouble(0.1), floats="ecmascript") == b"0.1"

    @pytest.mark.parametrize("kind", ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "U3"])
    def test_every_layout_gives_the_same_rows(self, numpy: Any, kind: str) -> None:
        """Both orders of bytes, both orders of axes, strides, steps back, up to four dimensions."""
        base = numpy.array([0, 1, 2, 100, 5, 6, 7, 8, 90, 10, 11, 12] * 2).astype(kind)
        for value in (base, base.astype(base.dtype.newbyteorder(">")), base.astype(base.dtype.newbyteorder("<"))):
            for shaped in (value.reshape(4, 6), value.reshape(2, 3, 4), value.reshape(2, 1, 3, 4)):
                for view in (shaped, numpy.asfortranarray(shaped), shaped.T, shaped[::-1, ..., ::2], shaped[1:]):
                    rows = written(view)
                    again = numpy.array(rows, dtype=kind)
                    assert again.shape == view.shape and (again == view).all()

    def test_narrow_floats_have_their_own_shortest_digits(self, numpy: Any) -> None:
        """Also of whole numbers, which keep their point: 65500 is the float16 65504, as numpy shows it too."""
        assert encode(numpy.array([0.1, 1.1, 16777216.0, 3.4e38, 1e-45, 1.0], dtype="f4")) == (
            b"[0.1,1.1,16777216.0,3.4e+38,1e-45,1.0]"
        )
        assert encode(numpy.array([[0.1, 65504, 6e-8, 1.0]], dtype=">f2")) == b"[[0.1,65500.0,6e-08,1.0]]"

    def test_large_unsigned_numbers_are_not_negative(self, numpy: Any) -> None:
        """Above 2**63."""
        assert encode(numpy.array([2**63 + 1, 2**64 - 1], dtype="u8")) == b"[9223372036854775809,18446744073709551615]"

    @pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 3), (0, 10**9), (1, 1, 1, 1)])
    @pytest.mark.parametrize("kind", ["f8", "f4", "M8[s]", "O", "U1", [("a", "i4")], []])
    def test_empty_axes_are_kept(self, numpy: Any, shape: tuple[int, ...], kind: Any) -> None:
        """The brackets are those of `tolist`."""
        expected = numpy.zeros(shape, dtype="i1").tolist()
        if 0 in shape:
            assert written(numpy.empty(shape, dtype=kind)) == expected

    def test_objects_follow_the_ordinary_rules(self, numpy: Any) -> None:
        """Containers, arrays in arrays, and the caller's hook."""
        value = numpy.array([1, "x", None, {"k": [1]}, numpy.float32(0.1), 0], dtype=object)
        value[5] = numpy.array([[1, 2]])
        assert encode(value) == b'[1,"x",null,{"k":[1]},0.1,[[1,2]]]'
        assert encode(numpy.array([object()]), default=lambda value: "own") == b'["own"]'
        with pytest.raises(UnsupportedTypeError):
            encode(numpy.array([object()]))

    def test_an_array_in_itself_ends(self, numpy: Any) -> None:
        """As an error about the circle, though every round makes a new list."""
        value = numpy.array([None], dtype=object)
        value[0] = value
        with pytest.raises(CircularReferenceError) as caught:
            encode(value)
        assert caught.value.path == (0,)

    def test_texts_and_bytes_are_such(self, numpy: Any) -> None:
        """Bytes by the option about them."""
        assert encode(numpy.array(["a", "\u00e9"])) == '["a","\u00e9"]'.encode()
        assert encode(numpy.array([b"ab", b"c"])) == b'["YWI=","Yw=="]'
        assert encode(numpy.array([[b"ab", b"c"]]), bytes="text") == b'[["ab","c"]]'
        if hasattr(numpy, "dtypes") and hasattr(numpy.dtypes, "StringDType"):
            assert encode(numpy.array(["a", "long" * 20], dtype=numpy.dtypes.StringDType())) == (
                b'["a","' + b"long" * 20 + b'"]'
            )

    def test_a_structured_array_is_a_list_of_objects(self, numpy: Any) -> None:
        """Nested fields, fields that are arrays, padding, no field at all; a scalar is one of these objects."""
        kind = numpy.dtype([("i", "i4"), ("f", "f4"), ("s", "U2"), ("in", [("x", "M8[D]"), ("y", ">i2", (2,))])])
        value = numpy.array([(1, 0.1, "ab", ("2020-01-02", [1, 2])), (2, 1, "", ("NaT", [3, 4]))], dtype=kind)
        first = b'{"i":1,"f":0.1,"s":"ab","in":{"x":"2020-01-02","y":[1,2]}}'
        second = b'{"i":2,"f":1.0,"s":"","in":{"x":null,"y":[3,4]}}'
        assert encode(value) == b"[" + first + b"," + second + b"]"
        assert encode(value.reshape(2, 1)) == b"[[" + first + b"],[" + second + b"]]"
        assert encode(value[0]) == encode(numpy.array(value[0])) == first
        assert encode(value.view(numpy.recarray)) == encode(value)
        assert encode(value.view(numpy.recarray)[1]) == second
        assert encode(numpy.zeros(2, dtype=numpy.dtype([("a", "i1"), ("b", "i8")], align=True)[["b"]])) == (
            b'[{"b":0},{"b":0}]'
        )
        assert encode(numpy.zeros((1, 2), dtype=[])) == b"[[{},{}]]"

    def test_what_is_masked_is_null(self, numpy: Any) -> None:
        """In arrays of any shape, in fields, and as a scalar."""
        value = numpy.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])
        assert encode(value) == b"[[1,null],[3,4]]"
        assert encode(value[0]) == b"[1,null]"
        assert encode(value.astype("f4") / 10) == b"[[0.1,null],[0.3,0.4]]"
        assert encode([numpy.ma.masked, numpy.ma.array(5), numpy.ma.array([1.5])]) == b"[null,5,[1.5]]"
        fields = numpy.ma.array([(1, 2.5), (3, 4.5)], dtype=[("a", "i4"), ("b", "f4")], mask=[(0, 1), (1, 0)])
        assert encode(fields) == b'[{"a":1,"b":null},{"a":null,"b":4.5}]'
        assert encode(fields[0]) == b'{"a":1,"b":null}'

    def test_a_matrix_has_two_dimensions(self, numpy: Any) -> None:
        """A row of a matrix is a matrix, which must not go on for ever."""
        assert encode(numpy.array([[1, 2]]).view(numpy.matrix)) == b"[[1,2]]"

    def test_a_subclass_has_no_say(self, numpy: Any) -> None:
        """It is written by its data."""

        class Liar(numpy.ndarray):
            def tolist(self) -> Any:
                return "wrong"

            def __getitem__(self, place: Any) -> Any:
                return self

            def __len__(self) -> int:
                return 10**9

        assert encode(numpy.arange(6).reshape(2, 3).view(Liar)) == b"[[0,1,2],[3,4,5]]"

    @pytest.mark.parametrize("kind", ["c8", "c16", [("a", "i4"), ("b", [("c", "c8", (2,))])]])
    def test_complex_numbers_are_refused(self, numpy: Any, kind: Any) -> None:
        """Also within fields, with the dtype in the message; `default` is asked first."""
        value = numpy.zeros(2, dtype=kind)
        for refused in (value, numpy.zeros((), dtype=kind)):
            with pytest.raises(UnsupportedTypeError, match="complex|c8"):
                encode([refused])
            assert encode([refused], default=lambda value: value.ndim) == f"[{refused.ndim}]".encode()

    def test_what_is_no_data_is_refused_by_name(self, numpy: Any) -> None:
        """A dtype, a complex scalar: at once, and offered to `default`."""
        for value, name in ((numpy.dtype("i8"), "dtype|DType"), (numpy.complex64(1j), "complex64")):
            with pytest.raises(UnsupportedTypeError, match=name):
                encode([value])
            assert encode([value], default=lambda value: "own") == b'["own"]'

    def test_days_are_dates_and_moments_datetimes(self, numpy: Any) -> None:
        """In every unit; a fraction has more than six digits only where it needs them."""
        cases = {
            ("2020", "Y"): "2020-01-01",
            ("2020-03", "M"): "2020-03-01",
            ("2020-01-02", "W"): "2020-01-02",
            ("2020-01-02", "D"): "2020-01-02",
            ("2020-01-02T03", "h"): "2020-01-02T03:00:00",
            ("2020-01-02T03:04", "m"): "2020-01-02T03:04:00",
            ("2020-01-02T03:04:05", "s"): "2020-01-02T03:04:05",
            ("2020-01-02T03:04:05.5", "ms"): "2020-01-02T03:04:05.500000",
            ("2020-01-02T03:04:05.000001", "us"): "2020-01-02T03:04:05.000001",
            ("2020-01-02T03:04:05", "ns"): "2020-01-02T03:04:05",
            ("2020-01-02T03:04:05.123456", "ns"): "2020-01-02T03:04:05.123456",
            ("2020-01-02T03:04:05.123456789", "ns"): "2020-01-02T03:04:05.123456789",
            ("1969-12-31T23:59:59.999999999", "ns"): "1969-12-31T23:59:59.999999999",
            ("1970-01-02T00:00:00.000000000001", "ps"): "1970-01-02T00:00:00.000000000001",
            ("NaT", "ns"): None,
            ("NaT", "D"): None,
        }
        for (text, unit), expected in cases.items():
            value = numpy.datetime64(text, unit)
            assert written(value) == expected
            assert written(numpy.array([[value]])) == [[expected]]
            assert written(numpy.array([value]).astype(f">M8[{unit}]")) == [expected]
        assert encode(numpy.datetime64("NaT")) == b"null"

    def test_the_option_about_dates_holds(self, numpy: Any) -> None:
        """Numbers are exact; a format has no place for nanoseconds."""
        value = numpy.datetime64("1970-01-02T00:00:01.000000001")
        assert encode(value, dates="iso_z") == b'"1970-01-02T00:00:01.000000001"'
        assert encode(value, dates="seconds") == b"86401.000000001"
        assert encode(value, dates="milliseconds") == b"86401000.000001"
        assert encode(numpy.datetime64("2001-01-01T00:00:01.5", "ns"), dates="reference") == b"1.5"
        assert encode(numpy.datetime64("2001-01-01T00:00:01.000000001"), dates="reference") == b"1.000000001"
        assert encode(value, dates="%d.%m.%Y") == b'"02.01.1970"'
        assert encode(numpy.datetime64("1970-01-02"), dates="seconds") == b"86400"

    def test_moments_beyond_the_calendar_are_refused(self, numpy: Any) -> None:
        """Python has years 1 to 9999, and so have the readers of these texts."""
        for text in ("12000-01-01", "-0100-01-01", "0000-01-01"):
            for unit in ("D", "s", "Y", "us"):
                with pytest.raises(InvalidValueError, match="1 to 9999"):
                    encode(numpy.datetime64(text, unit))
        with pytest.raises(InvalidValueError, match="1 to 9999"):
            encode(numpy.datetime64(2**62, "10000000ns"))

    def test_spans_are_durations(self, numpy: Any) -> None:
        """Exact to the last part of their unit; months have no length."""
        cases = [
            ((3, "D"), b'"P3D"', b"259200"),
            ((-1500, "ms"), b'"-PT1.5S"', b"-1.5"),
            ((1, "ns"), b'"PT0.000000001S"', b"0.000000001"),
            ((-86_400_000_000_001, "ns"), b'"-P1DT0.000000001S"', b"-86400.000000001"),
            ((1_500_000_100, "ns"), b'"PT1.5000001S"', b"1.5000001"),
            ((10, "7W"), b'"P490D"', b"42336000"),
        ]
        for (count, unit), text, seconds in cases:
            value = numpy.array([count], dtype=f"m8[{unit}]")
            assert encode(value) == b"[" + text + b"]"
            assert encode(value[0], durations="seconds") == seconds
        assert encode(numpy.timedelta64("NaT")) == b"null"
        for value in (numpy.timedelta64(1, "M"), numpy.timedelta64(1), numpy.timedelta64(2**62, "D")):
            with pytest.raises(InvalidValueError):
                encode(value)

    def test_a_large_array_is_taken_in_blocks(self, numpy: Any) -> None:
        """The same members; never all of them as objects at once, though an axis be without memory of its own."""
        for shape in ((arrays.LARGEST + 1,), (70_000, 5), (3, arrays.LARGEST + 1), (2, 3, 90_000)):
            value = numpy.arange(numpy.prod(shape), dtype="i4").reshape(shape)
            unfolded = arrays.unfold(value)
            assert type(unfolded) is arrays.Blocks
            assert json.loads(encode(value)) == value.tolist()
        endless = iter(arrays.unfold(numpy.broadcast_to(numpy.float64(1.5), (10**9, 3))))
        tracemalloc.start()
        assert [next(endless) for _ in range(300_000)][-1] == [1.5, 1.5, 1.5]
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 100e6
        assert next(iter(arrays.unfold(numpy.empty((10**9, 0))))) == []

    def test_large_masked_and_structured_arrays_are_whole(self, numpy: Any) -> None:
        """Masks and fields are cut as the data is."""
        value = numpy.ma.array(numpy.arange(arrays.LARGEST + 5), mask=numpy.arange(arrays.LARGEST + 5) % 7 == 0)
        assert written(value) == value.tolist()
        fields = numpy.zeros(arrays.LARGEST, dtype=[("a", "i4"), ("b", "f8")])
        fields["a"] = numpy.arange(arrays.LARGEST)
        assert written(fields) == [{"a": place, "b": 0.0} for place in range(arrays.LARGEST)]


@pytest.mark.parametrize("code", ["L", "d", "b", "e", "O"])
def test_the_code_of_a_dtype_that_is_not_numpys_says_nothing(code: str) -> None:
    """A dtype of another library is refused, though its code may be one that numpy has too: some of ml_dtypes do so."""
    numpy = needed("numpy")
    written(numpy.zeros(3))  # from here on the kernels read arrays by themselves
    dtype = numpy.dtype(pytest.importorskip("numpy._core._rational_tests").rational)
    place = ctypes.c_char.from_address(id(dtype) + object.__basicsize__ + ctypes.sizeof(ctypes.c_void_p) + 1)
    own = place.value
    try:
        place.value = code.encode()
        assert dtype.char == code
        for value in (numpy.zeros(3, dtype), numpy.zeros((), dtype), numpy.zeros((2, 2), dtype)):
            with pytest.raises(UnsupportedTypeError, match="numpy array of rational"):
                encode([value])
            assert written([value], default=lambda _: "asked") == ["asked"]
    finally:
        place.value = own
