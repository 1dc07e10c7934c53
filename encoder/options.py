"""What does the output say, and how far may a call go? Frozen settings, every one also a keyword of `encode`."""

from __future__ import annotations

from encoder.choices import CHECKS, DICTS
from encoder.naming import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Mapping
    from typing import Any, Unpack

    from encoder import typed
    from encoder.typed import OptionFields


class Options:
    """Settings of an encoder, the default of each first. Unknown names and impossible values raise at once.

    Layout
        indent: None | a number of spaces | a str of whitespace. One member a line.
        layout: "compact" | "spaced" (``", "`` and ``": "``, as the standard library) | "swift" (``"k" : v``, empty
            containers stay open) | a pair (item separator, key separator): ``,`` and ``:`` with whitespace. With an
            indent "compact" has ``": "``.
        newline: what ends a line of an indented output and a record of `dump_lines`: "\\n" | "\\r\\n".
    Text
        ascii: False | True. Escape all that is not ASCII.
        escape: "minimal" | one of, or a tuple of, "html" (<, >, &, ' and U+2028, U+2029), "slashes",
            "system_text_json" (its default encoder's set and forms).
        surrogates: "raise" | "escape" | "replace". What becomes of a str with a lone surrogate.
    Numbers
        floats: "repr" | "ecmascript" | "swift" | "system_text_json" | "orjson" | "msgspec": six forms of the shortest
            digits.
        non_finite: "raise" | "null" | "literal" (no JSON: NaN, Infinity) | (positive, negative, nan), three texts.
        big_ints: "digits" | "raise_53" | "string_53" | "raise_64". From 2**53 or beyond 64 bits.
        decimals: "number" | "string" | "float" | "msgspec" (a string also where it is no number). A Fraction takes no
            "number".
    Values
        bytes: "base64" | "base64url" | "hex" | "array" | "text" | "raise".
        padding: True | False. Does base64 end in "="?
        dates: "iso" | "iso_z" | "iso_seconds" (in UTC, no fraction) | "seconds" | "milliseconds" | "reference" (seconds
            since 2001) | "system_text_json" | "orjson" | "msgspec" | a strftime format. Numbers and "iso_seconds" take
            one without a time zone as UTC; "iso_z" only writes +00:00 as Z. A time of day is ISO in all of them.
        durations: "iso" (``"P1DT2S"``) | "seconds" | "system_text_json" | "msgspec".
        uuids: "lower" | "upper" | "hex" (32 digits without hyphens).
        enums: "value" | "name".
        named_tuples: "array" | "object".
        iterables: "raise" | "array". Iterators, generators and classes with ``__iter__``.
        classes: "raise" | "fields". Plain objects by their attributes, all but those that begin with an underscore.
        omit: "nothing" | "none" | "defaults" | "private" (names that begin with an underscore) | "private_attrs" (those
            of attrs classes). Fields of classes, not entries of dicts.
        nothing: "raise" | "object". An ``__encode__`` that encodes nothing; "object" gives ``{}`` unless at the root.
    Keys
        sort_keys: False | True (by final text, in code-point order) | "utf16" (in UTF-16 order, for RFC 8785).
        keys: "keep" | "snake" | "camel" | "kebab" | "pascal" | function(path, key). For names of fields only.
        key_rules: "plain" | "swift" | "system_text_json". Where words begin.
        dict_keys: the same choices as `keys`, for the keys of dicts.
        key_types: "convert" | "raise". Keys that are no str.
        duplicate_keys: "raise" | "last" | "keep".
    Own types
        default: called with a value that no rule covers; what it returns is encoded in its place.
        changed_lists: "raise" | "follow". What if a hook makes a list that is being written longer or shorter?
        default_for: "unknown" | "stdlib" | "orjson" | "msgspec". Is `default` also called with all that json, orjson or
            msgspec would call their hook with?
        rules: {type: function}; come first, for the type and its subclasses, also where a type is supported anyway.
            One for int is also for bool, unless ``bool: bool`` stands beside it.
            Or a function from a class to its Rule (see encoder.types.rule) or None, which replaces all families.
        user_info: anything; an ``__encode__`` finds it as ``to.user_info``.
    Limits
        max_depth: 1000 | levels, at least 1. An ``__encode__`` is one, and so is what `default` or a rule gives.
        retain: 65536 | bytes of buffer that a thread keeps between calls, at most.
    """

    __slots__ = (
        "ascii", "big_ints", "bytes", "changed_lists", "classes", "dates", "decimals", "default", "default_for",
        "dict_keys", "duplicate_keys", "durations", "enums", "escape", "floats", "indent", "iterables", "key_rules",
        "key_types", "keys", "layout", "max_depth", "named_tuples", "newline", "non_finite", "nothing", "omit",
        "padding", "retain", "rules", "sort_keys", "surrogates", "user_info", "uuids",
    )  # fmt: skip

    ascii: bool
    big_ints: typed.BigInts
    bytes: typed.Bytes
    changed_lists: typed.ChangedLists
    classes: typed.Classes
    dates: typed.Dates
    decimals: typed.Decimals
    default: typed.Hook | None
    default_for: typed.DefaultFor
    dict_keys: typed.Keys
    duplicate_keys: typed.DuplicateKeys
    durations: typed.Durations
    enums: typed.Enums
    escape: typed.Escape
    floats: typed.Floats
    indent: int | str | None
    iterables: typed.Iterables
    key_rules: typed.KeyRules
    key_types: typed.KeyTypes
    keys: typed.Keys
    layout: typed.Layout
    max_depth: int
    named_tuples: typed.NamedTuples
    newline: typed.Newline
    non_finite: typed.NonFinite
    nothing: typed.Nothing
    omit: typed.Omit
    padding: bool
    retain: int
    rules: typed.Rules
    sort_keys: typed.SortKeys
    surrogates: typed.Surrogates
    user_info: Any
    uuids: typed.Uuids

    def __init__(self, **fields: Unpack[OptionFields]) -> None:
        for name in fields:
            if name not in DEFAULTS:
                raise TypeError(f"no option {name!r}{suggest(name, DEFAULTS)}")
        for name, value in over(DEFAULTS, fields).items():
            is_changed = value is not DEFAULTS[name] and name in CHECKS
            object.__setattr__(self, name, CHECKS[name](name, value) if is_changed else value)

    def with_(self, **fields: Unpack[OptionFields]) -> Options:
        """A copy with some fields changed."""
        return Options(**over({name: getattr(self, name) for name in DEFAULTS}, fields))

    @classmethod
    def stdlib(cls, **fields: Unpack[OptionFields]) -> Options:
        """As `json.dumps` of the standard library writes by default."""
        return cls(**over(preset("stdlib"), fields))

    @classmethod
    def swift(cls, **fields: Unpack[OptionFields]) -> Options:
        """As JSONEncoder of swift-foundation writes by default."""
        return cls(**over(preset("swift"), fields))

    @classmethod
    def system_text_json(cls, **fields: Unpack[OptionFields]) -> Options:
        """As JsonSerializer of System.Text.Json writes by default."""
        return cls(**over(preset("system_text_json"), fields))

    @classmethod
    def canonical(cls, **fields: Unpack[OptionFields]) -> Options:
        """As RFC 8785 (JSON Canonicalization Scheme) asks: one text for equal values.

        So ints from 2**53 are refused, and sets, which have no order. A Decimal is the float that is nearest. A Raw is
        taken to be canonical already: its numbers and the order of its keys stay.
        """
        return cls(**over(preset("canonical"), fields))

    @classmethod
    def html(cls, **fields: Unpack[OptionFields]) -> Options:
        """Safe inside a script element of HTML, or an attribute in single quotes: JSON's own double ones stay."""
        return cls(**over(preset("html"), fields))

    @classmethod
    def orjson(cls, **fields: Unpack[OptionFields]) -> Options:
        """For people moving from orjson: the same bytes where both give any."""
        return cls(**over(preset("orjson"), fields))

    @classmethod
    def msgspec(cls, **fields: Unpack[OptionFields]) -> Options:
        """For people moving from msgspec.json: the same bytes where both give any."""
        return cls(**over(preset("msgspec"), fields))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"options are frozen: use with_({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("options are frozen: no field can be deleted")

    def __repr__(self) -> str:
        return f"Options({', '.join(f'{name}={value!r}' for name, value in changed(self).items())})"

    def __eq__(self, other: object) -> bool:
        # As lists: what is the same is equal, whatever a `user_info` thinks of its own equality.
        return isinstance(other, Options) and [getattr(self, n) for n in DEFAULTS] == [
            getattr(other, n) for n in DEFAULTS
        ]

    def __hash__(self) -> int:
        return hash(tuple(as_key(getattr(self, name)) for name in DEFAULTS))

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (changed(self),)


def preset(name: str) -> dict[str, Any]:
    """The fields in which another encoder differs from the defaults."""
    from encoder.presets import PRESETS  # late: most programs name none

    return PRESETS[name]


def over(base: Mapping[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with some fields changed."""
    return {**base, **fields}


def changed(options: Options) -> dict[str, Any]:
    """The fields that are not as by default."""
    fields = {name: getattr(options, name) for name in DEFAULTS}
    return {
        name: value
        for name, value in fields.items()
        if value is not DEFAULTS[name] and (name == "user_info" or value != DEFAULTS[name])
    }


def rebuild(fields: dict[str, Any]) -> Options:
    """Unpickle or copy options."""
    return Options(**fields)


def as_key(value: Any) -> object:
    """Something hashable that is equal where `value` is; `user_info` may be anything."""
    if isinstance(value, DICTS):
        return frozenset((key, as_key(inner)) for key, inner in value.items())
    try:
        hash(value)
    except TypeError:
        return None  # not its class: a list equals one of a subclass
    return value


WITHOUT_EXPONENT = ("swift", "system_text_json")
"""The forms of `floats` under which a Decimal has no exponent either."""
DEFAULTS: dict[str, Any] = {
    "ascii": False,
    "big_ints": "digits",
    "bytes": "base64",
    "changed_lists": "raise",
    "classes": "raise",
    "dates": "iso",
    "decimals": "number",
    "default": None,
    "default_for": "unknown",
    "dict_keys": "keep",
    "duplicate_keys": "raise",
    "durations": "iso",
    "enums": "value",
    "escape": "minimal",
    "floats": "repr",
    "indent": None,
    "iterables": "raise",
    "key_rules": "plain",
    "key_types": "convert",
    "keys": "keep",
    "layout": "compact",
    "max_depth": 1000,
    "named_tuples": "array",
    "newline": "\n",
    "non_finite": "raise",
    "nothing": "raise",
    "omit": "nothing",
    "padding": True,
    "retain": 65536,
    "rules": {},
    "sort_keys": False,
    "surrogates": "raise",
    "user_info": None,
    "uuids": "lower",
}
