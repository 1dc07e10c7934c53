"""How does a program move over from the standard library's `json`? By its import line alone: the same calls and bytes.

What may differ: containers are written however deep they are, up to MAX_DEPTH levels; errors have the standard
library's classes and texts, and as their cause the EncodeError that knows the path; and `iterencode` and `dump` give
pieces of about 64 KiB, not of a token each.
"""

from __future__ import annotations

import re
import sys
from json import JSONDecodeError, JSONDecoder, decoder, detect_encoding, load, loads, scanner

from encoder import errors, front
from encoder.alike import translated
from encoder.choices import AnyPair, AnyText
from encoder.encoder import Encoder
from encoder.types.stdlib import FAMILIES

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

MAX_DEPTH = 50_000
"""Levels of nesting: more than any version of the standard library writes, which stops where its C stack may end."""


class JSONEncoder:
    """The standard library's, with its keywords, attributes and methods; subclass and override any of them.

    skipkeys: leave out what has a key that is no str, int, float, bool or None, instead of raising TypeError.
    ensure_ascii: escape all that is not ASCII.
    check_circular: is a container that holds itself a ValueError? Else it is a RecursionError.
    allow_nan: write NaN, Infinity and -Infinity, which is no JSON, instead of raising ValueError.
    sort_keys: members in the order of their keys, as `sorted` has it: before they become text.
    indent: None for one line; a str or a number of spaces for each level, 0 or less for newlines alone.
    separators: (item separator, key separator).
    default: called with what has no JSON form; returns something in its place or raises TypeError.
    """

    item_separator = ", "
    key_separator = ": "

    def __init__(
        self,
        *,
        skipkeys: bool = False,
        ensure_ascii: bool = True,
        check_circular: bool = True,
        allow_nan: bool = True,
        sort_keys: bool = False,
        indent: int | str | None = None,
        separators: tuple[str, str] | None = None,
        default: Callable[[Any], Any] | None = None,
    ) -> None:
        self.skipkeys = skipkeys
        self.ensure_ascii = ensure_ascii
        self.check_circular = check_circular
        self.allow_nan = allow_nan
        self.sort_keys = sort_keys
        self.indent = indent
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ","
        if default is not None:
            self.default = default  # pyright: ignore[reportAttributeAccessIssue]  (the standard library's way)

    def default(self, o: Any) -> Any:
        """Something in place of `o`, which has no JSON form; here none: TypeError."""
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")

    def encode(self, o: Any) -> str:
        """`o` as JSON text."""
        if is_overridden(self):
            return "".join(self.iterencode(o, _one_shot=True))
        return write(self, o)

    def iterencode(self, o: Any, _one_shot: bool = False) -> Iterable[str]:
        """The text of `o` in pieces, each made when it is asked for."""
        return (write(self, o),) if _one_shot else pieces(self, o)


DEFAULT, ENCODE, ITERENCODE = JSONEncoder.default, JSONEncoder.encode, JSONEncoder.iterencode
"""As they are here: who puts others into the class is heard, as in the standard library."""


def dumps(
    obj: Any,
    *,
    skipkeys: bool = False,
    ensure_ascii: bool = True,
    check_circular: bool = True,
    allow_nan: bool = True,
    cls: type[JSONEncoder] | None = None,
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
    **kw: Any,
) -> str:
    """Return `obj` as JSON text; see JSONEncoder for the keywords. `cls` and what else is given: one of its kind."""
    if (
        ensure_ascii and check_circular and allow_nan and cls is indent is separators is default is None
        and not (skipkeys or sort_keys or kw)
        and JSONEncoder.default is DEFAULT and JSONEncoder.encode is ENCODE and JSONEncoder.iterencode is ITERENCODE
    ):  # fmt: skip
        try:
            return PLAIN(obj)
        except errors.EncodeError as error:
            raise translated(error, True) from error
    return (cls or JSONEncoder)(
        skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan,
        indent=indent, separators=separators, default=default, sort_keys=sort_keys, **kw,
    ).encode(obj)  # fmt: skip


def dump(
    obj: Any,
    fp: Any,
    *,
    skipkeys: bool = False,
    ensure_ascii: bool = True,
    check_circular: bool = True,
    allow_nan: bool = True,
    cls: type[JSONEncoder] | None = None,
    indent: int | str | None = None,
    separators: tuple[str, str] | None = None,
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
    **kw: Any,
) -> None:
    """Write `obj` as JSON text to `fp`, whose `write` takes str; as `dumps` otherwise."""
    encoder = (cls or JSONEncoder)(
        skipkeys=skipkeys, ensure_ascii=ensure_ascii, check_circular=check_circular, allow_nan=allow_nan,
        indent=indent, separators=separators, default=default, sort_keys=sort_keys, **kw,
    )  # fmt: skip
    if is_overridden(encoder):
        for chunk in encoder.iterencode(obj):
            fp.write(chunk)
        return
    file = TextFile(fp, encoder.ensure_ascii)
    plain, options = known_for(encoder)
    try:
        if has_default(encoder):
            front.dump(obj, file, default=encoder.default, **options)
        else:
            plain.dump(obj, file)
    except errors.EncodeError as error:
        raise translated(error, encoder.check_circular) from error


def encode_basestring(text: str) -> str:
    """A str as JSON text, with its quotes."""
    return JSONEncoder(ensure_ascii=False).encode(checked(text))


def encode_basestring_ascii(text: str) -> str:
    """The same in ASCII."""
    return PLAIN(checked(text))


def checked(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"first argument must be a string, not {type(text).__name__}")
    return text


def is_overridden(encoder: JSONEncoder) -> bool:
    """Has a subclass its own way to encode?"""
    return getattr(encoder.iterencode, "__func__", None) is not ITERENCODE


def write(encoder: JSONEncoder, value: Any) -> str:
    plain, options = known_for(encoder)
    try:
        if has_default(encoder):
            text = front.encode_str(value, default=encoder.default, **options)
        else:
            text = plain.encode_str(value)
    except errors.EncodeError as error:
        raise translated(error, encoder.check_circular) from error
    return text if encoder.ensure_ascii else restored(text)


def pieces(encoder: JSONEncoder, value: Any) -> Iterator[str]:
    plain, options = known_for(encoder)
    if has_default(encoder):
        plain = Encoder(None, None, default=encoder.default, **options)
    try:
        for piece in plain.pieces(value):
            yield piece.decode() if encoder.ensure_ascii else restored(piece.decode())
    except errors.EncodeError as error:
        raise translated(error, encoder.check_circular) from error


class TextFile:
    """The caller's file, which gets all texts as they were."""

    mode = "w"

    def __init__(self, file: Any, is_ascii: bool) -> None:
        self.file = file
        self.is_ascii = is_ascii

    def write(self, text: str) -> None:
        self.file.write(text if self.is_ascii else restored(text))


def has_default(encoder: JSONEncoder) -> bool:
    """Has it a `default` that gives anything?"""
    return getattr(encoder.default, "__func__", None) is not DEFAULT


def known_for(encoder: JSONEncoder) -> tuple[Encoder, dict[str, Any]]:
    """The Encoder for an encoder's attributes, which a subclass or a user may have changed; and its options."""
    indent = encoder.indent
    key = (
        bool(encoder.ensure_ascii),
        None if indent is None else AnyText(indent if isinstance(indent, str) else " " * indent),
        separator(encoder.item_separator),
        separator(encoder.key_separator),
        bool(encoder.allow_nan),
        bool(encoder.sort_keys),
        bool(encoder.skipkeys),
    )
    found = KNOWN.get(key)
    if found is None:
        if len(KNOWN) >= MANY:
            KNOWN.clear()
        options = options_for(*key)
        found = KNOWN[key] = Encoder(None, None, default=DEFAULT.__get__(JSONEncoder()), **options), options
    return found


def options_for(
    ascii: bool, indent: str | None, item: str, key: str, allow_nan: bool, is_sorted: bool, skips: bool
) -> dict[str, Any]:
    return {
        "ascii": ascii,
        "changed_lists": "follow",
        "duplicate_keys": "keep",
        "indent": indent,
        "layout": AnyPair((item, key)),
        "max_depth": MAX_DEPTH,
        "non_finite": "literal" if allow_nan else "raise",
        "rules": FAMILIES[is_sorted, skips],
        "surrogates": "escape",
    }


def separator(text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a separator must be str, not {type(text).__name__}")
    return text


LONE = re.compile(r"\\(?:u(d[89a-f][0-9a-f]{2})|.)", re.DOTALL)


def restored(text: str) -> str:
    """`text` with lone surrogates themselves: UTF-8 has none, so that they were escaped on their way."""
    if "\\ud" not in text:
        return text
    return LONE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[0], text)


MANY = 256
KNOWN: dict[tuple[Any, ...], tuple[Encoder, dict[str, Any]]] = {}
"""What `known_for` made; without anybody's hook, which would be kept alive."""

PLAIN = known_for(JSONEncoder())[0].encode_str

encoder = sys.modules[__name__]
"""As `json.encoder`: where the functions that write are."""

__all__ = ["JSONDecodeError", "JSONDecoder", "JSONEncoder", "dump", "dumps", "load", "loads"]
__all__ += ["decoder", "detect_encoding", "encoder", "scanner"]
