"""Which name did the caller mean?"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Iterable


def suggest(name: object, known: Iterable[str]) -> str:
    """The end of an error message: the nearest known name, and the list of them."""
    from difflib import get_close_matches  # only when something went wrong: it costs 5 ms to import

    known = list(known)
    close = get_close_matches(str(name), known, 1)
    listed = ", ".join(known)
    return f"; did you mean {close[0]!r}? There are: {listed}" if close else f"; there are: {listed}"


def spell_type(value: object) -> str:
    """The name of a value's class as a reader would import it."""
    cls = type(value)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"
