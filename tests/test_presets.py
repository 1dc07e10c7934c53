"""Do the presets for people who move over give the bytes of orjson, msgspec and the standard library?"""

from __future__ import annotations

import datetime as dt
import json
import math
import random
import struct
from collections.abc import Callable
from typing import Any

import pytest
from absence import needed
from covering import by_recipe
from elsewhere import TEXTS, VALUES, Slots, Word, zone

from encoder import Encoder, InvalidValueError, Options, Recipe, UnsupportedTypeError, encode


def answer(function: Callable[[Any], bytes], value: Any) -> bytes | None:
    """What a function gives; None for an error."""
    try:
        return function(value)
    except Exception:
        return None


def some_floats() -> list[float]:
    """Random bits, short decimals around every bound of a form, powers of two and of ten."""
    chance = random.Random(2)
    numbers = [struct.unpack("<d", chance.randbytes(8))[0] for _ in range(4000)]
    numbers += [
        float(f"{chance.random() * 10 ** chance.randint(-10, 25):.{chance.randint(1, 17)}g}") for _ in range(4000)
    ]
    numbers += [float(f"1e{power}") for power in range(-323, 309)]
    numbers += [math.ldexp(1.0, power) for power in range(-1074, 1024)]
    return [number for number in (*numbers, *(-number for number in numbers)) if math.isfinite(number)]


def compare(preset: Options, recipe: Recipe, theirs: Callable[[Any], bytes]) -> int:
    """Assert the same bytes wherever both give any; how often that was."""
    one = Encoder(recipe, preset)
    both = 0
    for value in VALUES:
        for wrapped in (value, [value, value], {"k": value}):
            expected, found = answer(theirs, wrapped), answer(one.encode, wrapped)
            if expected is not None and found is not None:
                both += 1
                assert found == expected, wrapped
    return both


@by_recipe
def test_orjson_bytes(recipe: Recipe) -> None:
    """Whatever orjson and the preset both write has the same bytes: more than 400 values of the corpus."""
    orjson = needed("orjson")
    assert compare(Options.orjson(), recipe, orjson.dumps) > 400


@by_recipe
def test_orjson_options(recipe: Recipe) -> None:
    """Its options have counterparts here: keys that are no str, sorting, indentation, a line's end, Z for UTC."""
    orjson = needed("orjson")
    for fields, option in (
        ({"key_types": "convert"}, orjson.OPT_NON_STR_KEYS),
        ({"sort_keys": True}, orjson.OPT_SORT_KEYS),
        ({"indent": 2}, orjson.OPT_INDENT_2),
        ({"key_types": "convert", "sort_keys": True, "indent": 2}, orjson.OPT_NON_STR_KEYS | orjson.OPT_SORT_KEYS
         | orjson.OPT_INDENT_2),
        ({"big_ints": "raise_53"}, orjson.OPT_STRICT_INTEGER),
    ):  # fmt: skip
        theirs = lambda value, option=option: orjson.dumps(value, option=option)  # noqa: E731
        assert compare(Options.orjson(**fields), recipe, theirs) > 350, fields
    moment = dt.datetime(2020, 1, 2, tzinfo=dt.UTC)
    assert Encoder(recipe, Options.orjson(dates="iso_z")).encode(moment) == orjson.dumps(
        moment, option=orjson.OPT_UTC_Z
    )


@by_recipe
def test_orjson_numpy(recipe: Recipe) -> None:
    """Arrays and scalars as with OPT_SERIALIZE_NUMPY, but for float16, which has fewer digits here."""
    orjson, numpy = needed("orjson"), needed("numpy")
    one = Encoder(recipe, Options.orjson())
    numbers = [0.1, 1e-5, 1e-7, 1e16, 3.0, -0.0, math.nan, math.inf]
    values = [
        *(numpy.array(numbers, dtype=kind) for kind in ("f4", "f8")),
        *(numpy.array([[1, 2], [3, 4]], dtype=kind) for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")),
        numpy.array([True, False]), numpy.array([]), numpy.zeros((2, 0, 3)), numpy.ones((2, 2, 2)),
        numpy.float64(1e-7), numpy.float32(0.1), numpy.int8(-3), numpy.uint64(2**64 - 1), numpy.bool_(True),
        numpy.datetime64("2020-01-02T03:04:05"), numpy.datetime64("2020-01-02"), numpy.datetime64("2020-05"),
        numpy.datetime64("2020-01-02T03:04:05.123456789"), numpy.datetime64(-1, "ns"),
        numpy.array(["2020-01-02", "1969-12-31"], dtype="M8[D]"),
    ]  # fmt: skip
    for value in values:
        expected = orjson.dumps({"v": value}, option=orjson.OPT_SERIALIZE_NUMPY)
        assert one.encode({"v": value}) == expected, repr(value)


@by_recipe
def test_msgspec_bytes(recipe: Recipe) -> None:
    """Whatever msgspec and the preset both write has the same bytes: more than 450 values of the corpus."""
    msgspec = needed("msgspec")
    assert compare(Options.msgspec(), recipe, msgspec.json.Encoder().encode) > 450


@by_recipe
def test_msgspec_options(recipe: Recipe) -> None:
    """Its options have counterparts here: order, decimal_format, uuid_format."""
    msgspec = needed("msgspec")
    for fields, theirs in (
        ({"sort_keys": True}, {"order": "sorted"}),
        ({"decimals": "number"}, {"decimal_format": "number"}),
        ({"uuids": "hex"}, {"uuid_format": "hex"}),
    ):
        assert compare(Options.msgspec(**fields), recipe, msgspec.json.Encoder(**theirs).encode) > 400, fields


@by_recipe
def test_msgspec_classes(recipe: Recipe) -> None:
    """Structs with all that they say of themselves, and attrs classes, whose private fields msgspec leaves out."""
    msgspec, attrs = needed("msgspec"), needed("attrs")
    plain = msgspec.defstruct("Plain", [("a", int, 1), ("_b", Any, None)])
    renamed = msgspec.defstruct("Renamed", [("some_name", float, 1e-7)], rename="camel", tag="t", omit_defaults=True)
    array = msgspec.defstruct("Array", [("a", int, 1), ("b", Any, None)], array_like=True)
    seen = attrs.make_class(
        "Seen", {"a": attrs.field(default=1), "_b": attrs.field(default=2), "c": attrs.field(default=3)}
    )
    for value in (plain(), renamed(), renamed(2.5), array(b=[1e22]), seen(c=plain(2)), seen(c={1})):
        assert Encoder(recipe, Options.msgspec()).encode([value]) == msgspec.json.encode([value])


def hook(value: Any) -> Any:
    return ["hooked", type(value).__name__]


@by_recipe
def test_a_hook_is_called_as_there(recipe: Recipe) -> None:
    """With a `default` the values that orjson, msgspec or json leave to it are left to it here, not written our way."""
    orjson, msgspec = needed("orjson"), needed("msgspec")
    option = orjson.OPT_NON_STR_KEYS
    preset = Options.orjson(default=hook, key_types="convert")
    assert compare(preset, recipe, lambda value: orjson.dumps(value, hook, option)) > 450
    assert compare(Options.msgspec(default=hook), recipe, msgspec.json.Encoder(enc_hook=hook).encode) > 450
    assert encode(Slots(1), recipe=recipe, default=hook, default_for="stdlib") == b'["hooked","Slots"]'
    preset = Options.stdlib(default=hook)
    values = [value for value in VALUES if not isinstance(value, (bytes, bytearray, memoryview))]
    for value in values:
        ours, theirs = (
            answer(Encoder(recipe, preset).encode, value),
            answer(lambda value: json.dumps(value, default=hook), value),
        )
        assert ours is None or theirs is None or ours.decode() == theirs, value


@pytest.mark.parametrize("name", ["orjson", "msgspec"])
@by_recipe
def test_floats(recipe: Recipe, name: str) -> None:
    """20,000 floats of random bits, short decimals, powers: the library's own bytes, in an array and as keys."""
    library = needed(name)
    numbers = some_floats()
    if name == "orjson":
        one, expected = Encoder(recipe, Options.orjson()), library.dumps
    else:
        one, expected = Encoder(recipe, Options.msgspec()), library.json.encode
    assert one.encode(numbers) == expected(numbers)
    assert [one.encode(number) for number in numbers[::50]] == [expected(number) for number in numbers[::50]]


@by_recipe
def test_where_an_offset_would_be_no_time(recipe: Recipe) -> None:
    """orjson writes +23:60 for 23:59:59, which no reader takes: that is refused."""
    moment = dt.datetime(2020, 1, 2, tzinfo=zone(hours=23, minutes=59, seconds=59))
    with pytest.raises(InvalidValueError, match="orjson has no form"):
        Encoder(recipe, Options.orjson()).encode(moment)
    assert Encoder(recipe, Options.msgspec()).encode(moment) == b'"2020-01-02T00:00:00+23:59"'


@by_recipe
def test_bytes_go_to_default_as_with_orjson(recipe: Recipe) -> None:
    """orjson writes no bytes; under its preset neither is there any unless `default` gives some."""
    with pytest.raises(UnsupportedTypeError):
        Encoder(recipe, Options.orjson()).encode({"a": b"x"})
    one = Encoder(recipe, Options.orjson(default=lambda value: value.decode()))
    assert one.encode({"a": b"x"}) == b'{"a":"x"}'


@pytest.mark.parametrize("name", ["stdlib", "swift", "system_text_json", "canonical", "html", "orjson", "msgspec"])
def test_every_preset_takes_changes(name: str) -> None:
    """A field that is given wins over the preset's; the result is ordinary, frozen options."""
    options = getattr(Options, name)(max_depth=7, floats="repr", duplicate_keys="last")
    assert (options.max_depth, options.floats, options.duplicate_keys) == (7, "repr", "last")
    assert options == getattr(Options, name)().with_(max_depth=7, floats="repr", duplicate_keys="last")
    with pytest.raises(AttributeError):
        options.max_depth = 8


def test_the_standard_librarys_text() -> None:
    """`Options.stdlib()` is json.dumps with no arguments, for all values that both know."""
    one = Encoder(options=Options.stdlib())
    for value in [
        *VALUES[:11],
        *TEXTS,
        [1.5, {"a": [], "é": {}}],
        {2: 1, None: 3, 1.5: 4, True: 5},
        [math.nan],
        Word.X,
        ["\ud800", {"\udfff": 1}],
    ]:
        assert one.encode_str(value) == json.dumps(value)
