"""How is a member of an Enum written: as its value, or by its name?"""

from __future__ import annotations

import sys

from encoder.errors import InvalidValueError
from encoder.kernels.state import LEAF_ENUM
from encoder.types.rule import Rule, again, leaf

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Any

    from encoder.options import Options

SCALARS = (str, int, float, bool, bytes, type(None))


def rule_for(cls: type, options: Options) -> Rule | None:
    """By what the member holds: a class may define `value` otherwise, and ``str()`` differs between versions."""
    enum = sys.modules.get("enum")  # whoever made a member has imported it
    if enum is None or not issubclass(cls, enum.Enum):
        return None
    if options.enums == "name":
        return leaf(name_of)
    # Not iteration, which leaves out aliases and flags of several bits; their values are as the others' are.
    members = vars(cls).get("_member_map_", {}).values()
    if issubclass(cls, enum.Flag) or all(type(value_of(one)) in SCALARS for one in members):
        return leaf(scalar_of, LEAF_ENUM, ("_value_",))
    return again(value_of)


def value_of(member: Any) -> Any:
    """What a member was given as its value; runs no code of its class."""
    return object.__getattribute__(member, "_value_")


def scalar_of(member: Any) -> Any:
    """The value of a member of a class whose members all have scalars."""
    value = value_of(member)
    if type(value) not in SCALARS:  # one that was made or changed after its class
        raise InvalidValueError(f"a member of {type(member).__qualname__} was given the value {value!r} later on")
    return value


def name_of(member: Any) -> Any:
    """The name, ``A|B`` for flags that are combined; the value where there is none, as of no flag at all."""
    name = object.__getattribute__(member, "_name_")
    return str.__str__(name) if isinstance(name, str) else scalar_of(member)
