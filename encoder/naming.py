"""Which name did the caller mean?"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Iterable


def suggest(name: object, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known name, and the list of them."""
    from difflib import get_close_matches  # only when something went wrong: it costs 5 ms to import

    known = list(known)
    if "sort_keys" in known and (hint := elsewhere(name)):
        return f"; {hint}"
    close = get_close_matches(str(name), known, 1)
    listed = ", ".join(known)
    if not close:
        return f"; there are: {listed}"
    # Who is told the right name of many need not read the others.
    return f"; did you mean {close[0]!r}?" + (f" There are: {listed}" if len(known) <= FEW else "")


FEW = 16


def elsewhere(name: object) -> str | None:
    """What is done here with a name that other encoders have."""
    if isinstance(name, str) and name.startswith("OPT_"):
        return FLAGS.get(name, ELSEWHERE["option"])
    return ELSEWHERE.get(name)


FLAGS = {
    "OPT_APPEND_NEWLINE": "here it is encode_lines([value])",
    "OPT_INDENT_2": "here it is indent=2",
    "OPT_NON_STR_KEYS": "it is the default here",
    "OPT_SERIALIZE_NUMPY": "it is the default here",
    "OPT_SORT_KEYS": "here it is sort_keys=True",
    "OPT_STRICT_INTEGER": "here it is big_ints='raise_53'",
    "OPT_UTC_Z": "here it is dates='iso_z'",
}
"""The flags of orjson."""

ELSEWHERE: dict[object, str] = {
    "allow_nan": "here it is non_finite='raise', 'null' or 'literal'",
    "check_circular": "here a container that holds itself is always an error",
    "cls": "here it is default, rules or an __encode__ of one's own",
    "decimal_format": "here it is decimals",
    "dumps": "here it is encode for bytes, encode_str for a str; encoder.json.dumps is the standard library's",
    "enc_hook": "here it is default",
    "encode_html_chars": "here it is escape='html'",
    "ensure_ascii": "here it is ascii",
    "escape_forward_slashes": "here it is escape='slashes'",
    "exclude_defaults": "here it is omit='defaults'",
    "exclude_none": "here it is omit='none'",
    "Fragment": "here it is Raw",
    "iterable_as_array": "here it is iterables='array'",
    "JSONEncoder": "here it is Encoder; encoder.json.JSONEncoder is the standard library's",
    "load": "this package only encodes; encoder.json.load is the standard library's",
    "loads": "this package only encodes; encoder.json.loads is the standard library's",
    "option": "orjson's flags are keywords here, such as indent=2 or sort_keys=True; Options.orjson() has its defaults",
    "order": "here it is sort_keys",
    "separators": "here it is layout",
    "skipkeys": "here it is key_types",
    "uuid_format": "here it is uuids",
}
"""What the options and functions of json, orjson, msgspec and others are called here."""


def spell_type(value: object) -> str:
    """The name of a value's class as a reader would import it."""
    cls = type(value)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"
