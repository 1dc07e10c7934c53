"""What may each option be?"""

from __future__ import annotations

from encoder.naming import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

LARGEST = 2**40


def callable_or_none(name: str, value: Any) -> Any:
    """`value` where it can be called or is None; TypeError where it cannot."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} must be callable or None, not {value!r}")
    return value


def one_of(*choices: str, also: str = "") -> Callable[[str, Any], Any]:
    """A check for one of some names. also: for the message, what else it could have been."""

    def check(name: str, value: Any) -> Any:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"{name} cannot be {value!r}{suggest(value, choices)}{also}")
        return value

    return check


def naming(name: str, value: Any) -> Any:
    if callable(value):
        return value
    return one_of("keep", "snake", "camel", "kebab", "pascal", also="; or a function(path, key)")(name, value)


def flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return value


def number(least: int, most: int) -> Callable[[str, Any], Any]:
    def check(name: str, value: Any) -> Any:
        if type(value) is not int or not least <= value <= most:
            raise ValueError(f"{name} must be an int from {least} to {most}, not {value!r}")
        return value

    return check


def sorting(name: str, value: Any) -> Any:
    if isinstance(value, bool) or (isinstance(value, str) and value == "utf16"):
        return value
    raise (ValueError if isinstance(value, str) else TypeError)(f"{name} must be True, False or 'utf16', not {value!r}")


class AnyText(str):
    """An indent that may be any text, as the standard library's may."""


class AnyPair(tuple[str, str]):
    """Separators that may be any two texts."""


SPACE = " \t\r\n"
"""What may stand between two tokens of JSON."""


def indentation(name: str, value: Any) -> Any:
    if isinstance(value, str):
        if value.strip(SPACE) and not isinstance(value, AnyText):
            raise ValueError(f"{name} must be whitespace, or else the output is no JSON, not {value!r}")
        return value
    if value is None or (type(value) is int and 0 <= value <= 1000):
        return value
    raise ValueError(f"{name} must be None, a number of spaces from 0 to 1000 or a str, not {value!r}")


def separators(name: str, value: Any) -> Any:
    if isinstance(value, SEQUENCES):
        if len(value) != 2 or not all(isinstance(part, str) for part in value):
            raise ValueError(f"{name} must be a name or two texts (between items, after a key), not {value!r}")
        if isinstance(value, AnyPair):
            return value
        if tuple(part.strip(SPACE) for part in value) != (",", ":"):
            raise ValueError(f"{name} must be one ',' and one ':' with whitespace, or it is no JSON: not {value!r}")
        return tuple(value)
    return one_of("compact", "spaced", "swift", also="; or two separators (between items, after a key)")(name, value)


def escapes(name: str, value: Any) -> Any:
    one = one_of("minimal", "html", "slashes", "system_text_json", also="; or a tuple of these")
    if isinstance(value, str):
        return one(name, value)
    if not isinstance(value, (*SEQUENCES, *SETS)):
        raise TypeError(f"{name} must be a name or a tuple of names, not {value!r}")
    chosen = tuple(sorted({one(name, part) for part in value} - {"minimal"}))
    return chosen[0] if len(chosen) == 1 else chosen or "minimal"


def non_finite(name: str, value: Any) -> Any:
    if isinstance(value, SEQUENCES):
        if len(value) != 3 or not all(isinstance(part, str) for part in value):
            raise ValueError(f"{name} must be a name or three texts (positive, negative, nan), not {value!r}")
        return tuple(value)
    return one_of("raise", "null", "literal", also="; or three texts (positive, negative, nan)")(name, value)


def dates(name: str, value: Any) -> Any:
    if isinstance(value, str) and "%" in value:
        return value
    return DATES(name, value)


DATES = one_of(
    "iso", "iso_z", "iso_seconds", "seconds", "milliseconds", "reference", "system_text_json", "orjson", "msgspec",
    also="; or a strftime format",
)  # fmt: skip


def functions(name: str, value: Any) -> Any:
    if callable(value):
        return value
    if not hasattr(value, "items"):
        raise TypeError(f"{name} must be a dict of a type to a function, not {value!r}")
    for cls, function in value.items():
        if not isinstance(cls, type) or not callable(function):
            raise TypeError(f"{name} must be a dict of a type to a function, not {cls!r} to {function!r}")
    return dict(value)


# Not written out where they are asked for: a type checker would then know the container and not what is in it.
DICTS: tuple[type[Any], ...] = (dict,)
SEQUENCES: tuple[type[Any], ...] = (tuple, list)
SETS: tuple[type[Any], ...] = (set, frozenset)


CHECKS: dict[str, Callable[[str, Any], Any]] = {
    "ascii": flag,
    "big_ints": one_of("digits", "raise_53", "string_53", "raise_64"),
    "bytes": one_of("base64", "base64url", "hex", "array", "text", "raise"),
    "changed_lists": one_of("raise", "follow"),
    "classes": one_of("raise", "fields"),
    "dates": dates,
    "decimals": one_of("number", "string", "float", "msgspec"),
    "default": callable_or_none,
    "default_for": one_of("unknown", "stdlib", "orjson", "msgspec"),
    "dict_keys": naming,
    "duplicate_keys": one_of("raise", "last", "keep"),
    "durations": one_of("iso", "seconds", "system_text_json", "msgspec"),
    "enums": one_of("value", "name"),
    "escape": escapes,
    "floats": one_of("repr", "ecmascript", "swift", "system_text_json", "orjson", "msgspec"),
    "indent": indentation,
    "iterables": one_of("raise", "array"),
    "key_rules": one_of("plain", "swift", "system_text_json"),
    "key_types": one_of("convert", "raise"),
    "keys": naming,
    "layout": separators,
    "max_depth": number(1, LARGEST),
    "named_tuples": one_of("array", "object"),
    "newline": one_of("\n", "\r\n"),
    "non_finite": non_finite,
    "nothing": one_of("raise", "object"),
    "omit": one_of("nothing", "none", "defaults", "private", "private_attrs", also="; it takes one of them"),
    "padding": flag,
    "retain": number(0, LARGEST),
    "rules": functions,
    "sort_keys": sorting,
    "surrogates": one_of("raise", "escape", "replace"),
    "uuids": one_of("lower", "upper", "hex"),
}
