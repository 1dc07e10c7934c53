"""How does any function become a contestant beside the designs, and how is it found where it is measured?

A function takes the payload and returns what it wrote, as bytes or as str. One that can be pickled travels to fresh
processes like a design; any other is known by a number, and is measured in forks of the process that has it.
"""

from __future__ import annotations

import functools
import importlib
import itertools
from collections.abc import Callable
from typing import Any

from lab.errors import DesignError, ShippingError
from lab.measure import shipping
from lab.model import Case, Design, Foreign

_HERE = "here:"
_HELD: dict[str, Callable[[Any], Any]] = {}
"""The functions that could not be pickled, in the process that has them and in its forks."""
_NUMBERS = itertools.count()


def contestant(label: str, function: Callable[[Any], Any]) -> Design:
    """``function`` as a contestant under the name ``label``: ``lab.contestant("orjson", orjson.dumps)``.

    It takes a value and returns JSON, as bytes or as str. Goes wherever a design goes: as the baseline or a candidate
    of ``lab.compare``. Raises ``DesignError`` for what cannot be called or a name that is no text.
    """
    if not isinstance(label, str) or not label:
        raise DesignError(f'A contestant needs a name: lab.contestant("orjson", orjson.dumps), not {label!r:.40}.')
    if not callable(function):
        raise DesignError(
            f"{label} is a {type(function).__name__}, which cannot be called. A contestant is a function that takes "
            "a value and returns what it wrote, such as orjson.dumps."
        )
    try:
        return Design(label=label, foreign=Foreign(place=str(shipping.pack(function, label=label))))
    except ShippingError as error:
        place = f"{_HERE}{next(_NUMBERS)}"
        _HELD[place] = function
        return Design(label=label, foreign=Foreign(place=place, stayed=str(error)))


def named(function: Any) -> str:
    """The name of a function that was given without one."""
    return shipping.label_of(function)


@functools.cache
def found(foreign: Foreign) -> Callable[[Any], Any]:
    """The function itself, one for all contestants of a process. Raises ``ShippingError`` where it cannot be had."""
    if foreign.place.startswith(_HERE):
        return _HELD[foreign.place]
    if foreign.place.endswith(".pickle"):
        return shipping.unpack(foreign.place)
    module, _, attribute = foreign.place.partition(":")
    try:
        found = importlib.import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError) as error:
        raise ShippingError(f"{foreign.place} is not in the measuring process: {error}.") from error
    return found


def among(case: Case) -> bool:
    """Whether somebody takes part in ``case`` who is no design of the encoder."""
    return any(design.foreign for design in case.designs)


def stays(case: Case) -> bool:
    """Whether somebody in ``case`` cannot leave this process, so that all are measured in forks of it."""
    return any(design.foreign and design.foreign.stayed for design in case.designs)
