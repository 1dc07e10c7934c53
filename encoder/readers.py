"""Which Python reads the fields of a class, as `contracts="generated"` makes it?"""

from __future__ import annotations

from encoder.axes.contracts import write_reader
from encoder.members import first, utf16
from encoder.options import Options
from encoder.types.rule import FIELDS, LEAF, MEMBERS
from encoder.types.rules import Rules

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from typing import Unpack

    from encoder.typed import OptionFields


def source(cls: type, **options: Unpack[OptionFields]) -> str:
    """The code that is made once for a class of named fields: a generator function `fields(record)`.

    It gives the values in the order in which they are written; behind each stands its name in JSON. The interpreted
    build runs it, the compiled one follows the same plan in C. TypeError where no code is made for a class.
    """
    if not isinstance(cls, type):
        raise TypeError(f"source() takes a class, not {cls!r}: try source(type(value))")
    chosen = Options(**options)
    rule = Rules(chosen).of(cls)
    if rule is None or rule.kind != FIELDS:
        raise TypeError(f"no code is made for {cls.__qualname__}: {REASONS.get(rule and rule.kind, OTHERWISE)}")
    pairs = list(zip(rule.spelled, rule.names, strict=True))
    if chosen.sort_keys:
        pairs.sort(key=utf16 if chosen.sort_keys == "utf16" else first)
    return write_reader(cls, tuple(name for _, name in pairs), tuple(text for text, _ in pairs))


OTHERWISE = "it is no class of named fields, such as a dataclass"
REASONS = {
    LEAF: "it is written as a single value, or refused",
    MEMBERS: "some of its fields are left out or converted, which is decided anew for every object",
}
