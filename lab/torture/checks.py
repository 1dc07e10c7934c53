"""Is a text right? Told by the standard library's parser, made strict, and not by any encoder."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection
from typing import Any

from lab.torture.case import Check

_SHOWN = 60
_RECURSION = 5000


def loads(text: bytes) -> Any:
    """The value of ``text``. Raises ``ValueError`` where it is no JSON in UTF-8, or has a key twice."""
    # The case is over when this is asked: its limits are not the parser's.
    sys.set_int_max_str_digits(0)
    sys.setrecursionlimit(_RECURSION)
    return json.loads(text.decode(), parse_constant=_refuse, object_pairs_hook=_unique)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


class TwiceError(ValueError):
    """A key that is there twice: a reader loses all of its values but one."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise TwiceError(f"the key {twice!r:.20} is there {names.count(twice)} times")
    return found


def valid(text: bytes) -> str:
    """Any JSON will do."""
    return _checked(text, lambda value: True)


def says(*values: Any) -> Check:
    """JSON that means one of ``values``: 1 is as good as 1.0, but a bool is no number, and -0.0 is not 0.0."""
    return lambda text: _checked(text, lambda value: repr(_whole(value)) in (repr(_whole(one)) for one in values))


def _whole(value: Any) -> Any:
    """``value`` with whole floats as ints."""
    if isinstance(value, dict):
        return {key: _whole(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_whole(one) for one in value]
    if isinstance(value, float) and value.is_integer() and str(value) != "-0.0":
        return int(value)
    return value


def exactly(*texts: bytes) -> Check:
    """One of ``texts``, spaces aside: for what the parser itself cannot read, such as a million levels."""
    return lambda text: "" if text.replace(b" ", b"") in texts else f"its text is {_short(text)}"


def within(*members: Any) -> Check:
    """A list of some of ``members`` or of all, as where others went while it was written."""
    return lambda text: _checked(text, lambda value: _within(value, members))


def _within(value: Any, members: Collection[Any]) -> bool:
    return isinstance(value, list) and len(value) <= len(members) and all(one in members for one in value)


def part_of(*wholes: dict[str, Any]) -> Check:
    """An object with some of the members of one of ``wholes`` and no others."""
    return lambda text: _checked(
        text, lambda value: any(value.items() <= whole.items() for whole in wholes if isinstance(value, dict))
    )


def _checked(text: bytes, right: Callable[[Any], bool]) -> str:
    try:
        value = loads(text)
    except TwiceError as error:
        return str(error)
    except (ValueError, RecursionError) as error:
        return f"no valid JSON ({str(error) or type(error).__name__})"
    return "" if right(value) else f"it says {_short(text)}"


def _short(text: bytes) -> str:
    return repr(text) if len(text) <= _SHOWN else f"{text[: _SHOWN // 2]!r} ... ({len(text):,} bytes)"
