"""Which classes do other libraries write by themselves, so that they never call the caller's hook with one?"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable

# Whoever has a value of one of these classes has imported its module; importing it here would cost everybody its time.


def stdlib(cls: type) -> bool:
    """json of the standard library: JSON's own types and their subclasses."""
    return issubclass(cls, (str, int, float, list, tuple, dict, type(None)))


def orjson(cls: type) -> bool:
    """orjson, with its options for keys and numpy."""
    return (
        cls in (float, tuple, type(None))
        or issubclass(cls, (str, int, list, dict))
        or is_one_of(cls, "_datetime", "datetime", "date", "time")
        or is_one_of(cls, "uuid", "UUID")
        or is_of(cls, "enum", "Enum")
        or is_of(cls, "numpy", "generic")
        or is_of(cls, "numpy", "ndarray")
        or declares(cls, "__dataclass_fields__")
    )


def msgspec(cls: type) -> bool:
    """msgspec.json."""
    return (
        cls in (str, int, float, bool, type(None), bytes, bytearray, memoryview)
        or issubclass(cls, (list, tuple, dict, set, frozenset))
        or is_one_of(cls, "_datetime", "datetime", "date", "time", "timedelta")
        or is_one_of(cls, "decimal", "Decimal")
        or is_of(cls, "uuid", "UUID")
        or is_of(cls, "enum", "Enum")
        or is_of(cls, "msgspec", "Struct")
        or declares(cls, "__dataclass_fields__")
        or declares(cls, "__attrs_attrs__")
    )


def is_one_of(cls: type, module: str, *names: str) -> bool:
    """Is this one of some classes of a module itself?"""
    return any(cls is getattr(sys.modules.get(module), name, None) for name in names)


def is_of(cls: type, module: str, name: str) -> bool:
    """Is this a class of a module, or a subclass?"""
    base = getattr(sys.modules.get(module), name, None)
    return any(ancestor is base for ancestor in cls.__mro__)


def declares(cls: type, attribute: str) -> bool:
    """Has the class, or a base, an attribute of its own? Not getattr, which a metaclass may answer as it likes."""
    return any(attribute in vars(base) for base in cls.__mro__)


PEERS: dict[str, Callable[[type], bool]] = {"stdlib": stdlib, "orjson": orjson, "msgspec": msgspec}
