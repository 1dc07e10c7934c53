"""Do options say what they accept, refuse the rest at once, and never change?"""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import encoder
from encoder import Options


def hook(value: Any) -> Any:
    return str(type(value))


def test_the_defaults_are_a_careful_users() -> None:
    """No hook, a thousand levels, one 64 KiB block a thread."""
    options = Options()
    assert (options.default, options.max_depth, options.retain) == (None, 1000, 65536)
    assert repr(options) == "Options()"


def test_every_field_is_a_keyword_of_every_call() -> None:
    """The same names everywhere: Options, with_, Encoder and the functions of the face."""
    changed = Options(max_depth=5, default=hook)
    assert Options().with_(max_depth=5).with_(default=hook) == changed
    assert encoder.Encoder(max_depth=5, default=hook).options == changed
    assert encoder.Encoder(options=changed).encode([1j]) == encoder.encode([1j], max_depth=5, default=hook)
    assert encoder.Encoder(None, changed, max_depth=6).options == changed.with_(max_depth=6)
    with pytest.raises(encoder.TooDeepError):
        encoder.encode_str([[]], max_depth=1)
    with pytest.raises(encoder.TooDeepError):
        encoder.encode_into([[]], bytearray(9), max_depth=1)


@pytest.mark.parametrize(
    "make",
    [
        lambda **fields: Options(**fields),
        lambda **fields: Options().with_(**fields),
        lambda **fields: encoder.Encoder(**fields),
        lambda **fields: encoder.encode(1, **fields),
        lambda **fields: encoder.encode_str(1, **fields),
        lambda **fields: encoder.encode_into(1, bytearray(9), **fields),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(make: Any) -> None:
    """A typing error is told at once, with the name that was meant and the list of all."""
    with pytest.raises(TypeError, match=r"max_dept.*did you mean 'max_depth'"):
        make(max_dept=3)
    with pytest.raises(TypeError, match="retain"):
        make(zzz=3)
    with pytest.raises(TypeError) as caught:
        make(indnt=3)
    assert str(caught.value).endswith("'indnt'; did you mean 'indent'?"), "who is told the name needs no list"


@pytest.mark.parametrize(
    ("name", "here"),
    [
        ("ensure_ascii", "ascii"), ("separators", "layout"), ("allow_nan", "non_finite"), ("skipkeys", "key_types"),
        ("enc_hook", "default"), ("order", "sort_keys"), ("decimal_format", "decimals"), ("uuid_format", "uuids"),
        ("option", "Options.orjson()"), ("cls", "default"), ("check_circular", "always"),
        ("escape_forward_slashes", "escape='slashes'"),
    ],
)  # fmt: skip
def test_the_options_of_other_libraries_are_known(name: str, here: str) -> None:
    """Who comes from json, orjson or msgspec is told what the same is called here."""
    with pytest.raises(TypeError) as caught:
        encoder.encode(1, **{name: True})
    assert f"{name!r}; " in str(caught.value) and here in str(caught.value)
    assert here.partition("=")[0] in {*Options.__slots__, "Options.orjson()", "always"}


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"sort_keys": 1}, TypeError, "sort_keys must be True, False or 'utf16', not 1"),
        ({"sort_keys": "utf8"}, ValueError, "sort_keys must be True, False or 'utf16', not 'utf8'"),
        ({"non_finite": "zero"}, ValueError, "literal; or three texts (positive, negative, nan)"),
        ({"dates": "zzz"}, ValueError, "msgspec; or a strftime format"),
        ({"layout": "zzz"}, ValueError, "swift; or two separators (between items, after a key)"),
        ({"keys": "zzz"}, ValueError, "pascal; or a function(path, key)"),
        ({"omit": ("none", "defaults")}, ValueError, "private_attrs; it takes one of them"),
        ({"indent": "--"}, ValueError, "indent must be whitespace"),
        ({"layout": (";", ":")}, ValueError, "layout must be one ',' and one ':' with whitespace"),
        ({"layout": (",", " ")}, ValueError, "layout must be one ',' and one ':' with whitespace"),
    ],
)
def test_a_refusal_names_every_form_of_an_option(options: dict, error: type, message: str) -> None:
    """Names are not all that some take; and no option makes the output anything but JSON."""
    with pytest.raises(error) as caught:
        Options(**options)
    assert message in str(caught.value)


@pytest.mark.parametrize("name", ["max_depth", "retain"])
@pytest.mark.parametrize("value", [-1, 2**70, 1.0, "1", None, True, [1]])
def test_an_impossible_value_is_refused(name: str, value: Any) -> None:
    """Wrong type or range: a ValueError that names the option, however often its equals were used before."""
    assert encoder.encode([1], **{name: 1}) == b"[1]"
    for make in (Options, lambda **fields: encoder.encode([1], **fields), encoder.Encoder):
        with pytest.raises(ValueError, match=name):
            make(**{name: value})


def test_the_least_and_the_most() -> None:
    """The limits themselves are allowed."""
    assert encoder.encode([1], max_depth=1, retain=0) == b"[1]"
    assert encoder.encode([1], max_depth=2**40, retain=2**40) == b"[1]"
    with pytest.raises(ValueError, match="max_depth"):
        Options(max_depth=0)


def test_options_are_frozen() -> None:
    """What an Encoder was made with stays."""
    options = Options(max_depth=7)
    with pytest.raises(AttributeError, match="with_"):
        options.max_depth = 8
    with pytest.raises(AttributeError, match="frozen"):
        del options.max_depth
    with pytest.raises(AttributeError):
        options.other = 1


@pytest.mark.skipif(encoder.build != "compiled", reason="an interpreted class does not guard its attributes")
def test_an_encoder_is_frozen() -> None:
    """Its recipe and options can be read, and that is all."""
    for name in ("options", "recipe"):
        with pytest.raises(AttributeError):
            setattr(encoder.Encoder(), name, None)


def test_options_are_values() -> None:
    """Equal where their fields are; a repr that makes them again; copied and pickled whole."""
    options = Options(max_depth=7, default=hook)
    assert options == Options(default=hook, max_depth=7) != Options(max_depth=7)
    assert hash(options) == hash(Options(default=hook, max_depth=7))
    assert repr(Options(max_depth=7)) == "Options(max_depth=7)"
    assert options != "Options" and (options == 1) is False
    for again in (copy.copy(options), copy.deepcopy(options), pickle.loads(pickle.dumps(options))):
        assert again == options


def test_a_hook_without_a_hash_works() -> None:
    """Any callable is a hook."""

    class Callable:
        __hash__ = None  # type: ignore[assignment]

        def __eq__(self, other: object) -> bool:
            return True

        def __init__(self, answer: Any) -> None:
            self.answer = answer

        def __call__(self, value: Any) -> Any:
            return self.answer

    assert [encoder.encode([1j], default=Callable(number)) for number in range(3)] == [b"[0]", b"[1]", b"[2]"]
    Callable.__hash__ = lambda self: 1  # type: ignore[assignment]
    assert [encoder.encode([1j], default=Callable(number)) for number in range(3)] == [b"[0]", b"[1]", b"[2]"]


def test_many_settings_are_not_kept_for_ever() -> None:
    """A hook made anew for every call is let go."""
    import gc
    import weakref

    def use() -> Any:
        def fresh(value: Any) -> Any:
            return 1

        assert encoder.encode([1j], default=fresh) == b"[1]"
        assert encoder.encode_str([1j], default=fresh, max_depth=17) == "[1]"
        return weakref.ref(fresh)

    kept = [use() for _ in range(20)]
    gc.collect()
    assert not [ref for ref in kept if ref() is not None]
    for number in range(1, 1000):
        assert encoder.encode([[]], max_depth=number + 1) == b"[[]]"


def test_user_info_need_not_be_comparable() -> None:
    """As numpy's arrays are not: options that hold one are shown, copied and equal to themselves."""

    class Array:
        def __eq__(self, other: object) -> bool:
            raise ValueError("ambiguous")

        __hash__ = object.__hash__

    options = Options(user_info=Array())
    assert "user_info" in repr(options)
    assert options == copy.copy(options)
