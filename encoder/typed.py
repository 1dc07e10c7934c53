"""Of which types are the keywords and files of the calls? For type checkers, and for those who pass keywords on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from os import PathLike
from typing import Any, Literal, Protocol, TypedDict, TypeVar

from encoder.axes.arrays import Arrays
from encoder.axes.base64 import Base64
from encoder.axes.contracts import Contracts
from encoder.axes.escaping import Escaping
from encoder.axes.layers import Layers
from encoder.axes.output import Output
from encoder.axes.path import Path
from encoder.axes.tree import Tree
from encoder.axes.writer import Writer

BigInts = Literal["digits", "raise_53", "string_53", "raise_64"]
Bytes = Literal["base64", "base64url", "hex", "array", "text", "raise"]
ChangedLists = Literal["raise", "follow"]
Classes = Literal["raise", "fields"]
DateForm = Literal[
    "iso", "iso_z", "iso_seconds", "seconds", "milliseconds", "reference", "system_text_json", "orjson", "msgspec"
]
Dates = DateForm | str  # a format of strftime
Decimals = Literal["number", "string", "float", "msgspec"]
DefaultFor = Literal["unknown", "stdlib", "orjson", "msgspec"]
DuplicateKeys = Literal["raise", "last", "keep"]
Durations = Literal["iso", "seconds", "system_text_json", "msgspec"]
Enums = Literal["value", "name"]
EscapeName = Literal["minimal", "html", "slashes", "system_text_json"]
Escape = EscapeName | tuple[EscapeName, ...]
Floats = Literal["repr", "ecmascript", "swift", "system_text_json", "orjson", "msgspec"]
Iterables = Literal["raise", "array"]
KeyRules = Literal["plain", "swift", "system_text_json"]
KeyTypes = Literal["convert", "raise"]
Keys = Literal["keep", "snake", "camel", "kebab", "pascal"] | Callable[[tuple[Any, ...], str], str]
Layout = Literal["compact", "spaced", "swift"] | tuple[str, str]
NamedTuples = Literal["array", "object"]
Newline = Literal["\n", "\r\n"]
NonFinite = Literal["raise", "null", "literal"] | tuple[str, str, str]
Nothing = Literal["raise", "object"]
Omit = Literal["nothing", "none", "defaults", "private", "private_attrs"]
SortKeys = bool | Literal["utf16"]
Surrogates = Literal["raise", "escape", "replace"]
Uuids = Literal["lower", "upper", "hex"]
Hook = Callable[[Any], object]
Rules = Mapping[type[Any], Hook] | Callable[[type[Any]], Any]  # of the latter a Rule or None


class Fields(TypedDict, total=False):
    """The fields of Options, but for `default`, which the functions of the face name themselves."""

    ascii: bool
    big_ints: BigInts
    bytes: Bytes
    changed_lists: ChangedLists
    classes: Classes
    dates: Dates
    decimals: Decimals
    default_for: DefaultFor
    dict_keys: Keys
    duplicate_keys: DuplicateKeys
    durations: Durations
    enums: Enums
    escape: Escape
    floats: Floats
    indent: int | str | None
    iterables: Iterables
    key_rules: KeyRules
    key_types: KeyTypes
    keys: Keys
    layout: Layout
    max_depth: int
    named_tuples: NamedTuples
    newline: Newline
    non_finite: NonFinite
    nothing: Nothing
    omit: Omit
    padding: bool
    retain: int
    rules: Rules
    sort_keys: SortKeys
    surrogates: Surrogates
    user_info: Any
    uuids: Uuids


class OptionFields(Fields, total=False):
    """The fields of Options."""

    default: Hook | None


class Axes(TypedDict, total=False):
    """The axes of a Recipe. Where others may register a rival, its name is any str."""

    tree: Literal["reference", "value", "direct"] | type[Tree]
    writer: Literal["unpooled", "fresh", "cached"] | type[Writer]
    base64: Literal["copying", "direct"] | str | type[Base64]
    escaping: Literal["allocating", "in_place"] | str | type[Escaping]
    path: Literal["copied", "linked"] | type[Path]
    layers: Literal["shared", "new", "reused"] | str | type[Layers]
    arrays: Literal["elementwise", "text", "direct"] | str | type[Arrays]
    contracts: Literal["reflection", "generated"] | str | type[Contracts]
    output: Literal["chunks", "flat"] | str | type[Output]


class Keywords(Fields, Axes, total=False):
    """What `encode` and the other functions take beside `recipe` and `default`."""


class Changes(OptionFields, Axes, total=False):
    """What an Encoder and a Writer take beside `recipe` and `options`."""


Piece = TypeVar("Piece", contravariant=True)


class Writes(Protocol[Piece]):
    """A file, or what has its `write`: it answers how much of the piece it took, or None if all.

    One of bytes that took a part is given the rest as a memoryview.
    """

    def write(self, piece: Piece, /) -> int | None: ...


class WritesLater(Protocol[Piece]):
    """The same with an async `write`."""

    def write(self, piece: Piece, /) -> Awaitable[object]: ...


File = str | PathLike[str] | PathLike[bytes] | Writes[bytes] | Writes[str]
AsyncFile = File | WritesLater[bytes] | WritesLater[str]
