"""What are the fields of a dataclass?"""

from __future__ import annotations

import sys

from encoder.kernels.escape import quote


class Record:
    """The plan of one class, made once: the names to ask for, and each key as it is written."""

    __slots__ = ("names", "literals")

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.literals = tuple(quote(name) + b":" for name in names)


def plan(cls: type) -> Record | None:
    """The plan of a dataclass, fields in the order of their definition; None for any other class."""
    # Whoever made a dataclass has imported this; importing it here would cost every other caller 10 ms.
    dataclasses = sys.modules.get("dataclasses")
    # Not getattr: a metaclass may answer to any name, and with anything.
    made = any(isinstance(vars(base).get("__dataclass_fields__"), dict) for base in cls.__mro__)
    if dataclasses is None or not made:
        return None
    return Record(tuple(field.name for field in dataclasses.fields(cls)))
