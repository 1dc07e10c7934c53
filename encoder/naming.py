"""Which name did the caller mean?"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Iterable


def suggest(name: object, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known name, and the list of them."""
    from difflib import get_close_matches  # only when something went wrong: it costs 5 ms to import

    known = list(known)
    if name in ELSEWHERE and "sort_keys" in known:
        return f"; {ELSEWHERE[name]}"
    close = get_close_matches(str(name), known, 1)
    listed = ", ".join(known)
    if not close:
        return f"; there are: {listed}"
    # Who is told the right name of many need not read the others.
    return f"; did you mean {close[0]!r}?" + (f" There are: {listed}" if len(known) <= FEW else "")


FEW = 16

ELSEWHERE: dict[object, str] = {
    "allow_nan": "here it is non_finite='raise', 'null' or 'literal'",
    "check_circular": "here a container that holds itself is always an error",
    "cls": "here it is default, rules or an __encode__ of one's own",
    "decimal_format": "here it is decimals",
    "enc_hook": "here it is default",
    "ensure_ascii": "here it is ascii",
    "escape_forward_slashes": "here it is escape='slashes'",
    "option": "what orjson's flags say are keywords here; Options.orjson() has its defaults",
    "order": "here it is sort_keys",
    "separators": "here it is layout",
    "skipkeys": "here it is key_types",
    "uuid_format": "here it is uuids",
}
"""What the options of json, orjson, msgspec and others are called here."""


def spell_type(value: object) -> str:
    """The name of a value's class as a reader would import it."""
    cls = type(value)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"
