"""Which families of types may have a rule for a class? The more special are asked first, and only those imported."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing collections takes 2 ms
    from collections.abc import Callable, Iterator
    from types import ModuleType
    from typing import Any

    from encoder.options import Options
    from encoder.types.rule import Rule

MARKS = ("__dataclass_fields__", "__attrs_attrs__", "__pydantic_fields__", "model_fields")
"""Attributes by which a class says that it has fields."""

FIRST: dict[str, set[str | type]] = {
    "raw": {"encoder.types.raw"},
    "enums": {"enum"},
    "records": {*MARKS, "msgspec", tuple},
    "tables": {"pandas", "encoder.types.tables"},
    "arrays": {"array", "numpy", "encoder.types.arrays"},
    "temporal": {"datetime", "zoneinfo"},
    "numbers": {"decimal", "fractions", int, float, complex},
    "names": {"uuid", "ipaddress", "pathlib"},
    "binary": {"mmap", bytes, bytearray, memoryview},
}
"""Those asked before it is looked whether a class derives from one of JSON's own types, and by which signs one knows
that a family may have a rule for a class: see `signs_of`. Importing all of them takes as long as importing the encoder.
"""

module_of: Callable[[type], Any] = vars(type)["__module__"].__get__
"""The module of a class, in which no metaclass has a say."""


def rules_for(cls: type, options: Options) -> Iterator[Rule]:
    """What the families have to say of a class that is more special than JSON's own types; the first rule counts."""
    signs = signs_of(cls)
    for name, wanted in FIRST.items():
        if not signs.isdisjoint(wanted):
            rule = family(name).rule_for(cls, options)
            if rule is not None:
                yield rule


def rules_for_alike(cls: type, options: Options) -> Iterator[Rule]:
    """The same of those that take whatever looks alike."""
    for name in ("sequences", "plain") if options.classes == "fields" else ("sequences",):
        rule = family(name).rule_for(cls, options)
        if rule is not None:
            yield rule


def hints_for(cls: type) -> Iterator[str]:
    """What would help with values of a class that has no rule."""
    for name in ("sequences", "plain"):
        hint = family(name).hint_for(cls)
        if hint is not None:
            yield hint


def family(name: str) -> ModuleType:
    """A module of this package; by what import itself calls, for importlib would have to be imported."""
    return __import__(f"encoder.types.{name}", fromlist=("rule_for",))


def signs_of(cls: type) -> set[str | type]:
    """What tells a class's families: of each base that Python has built in the base itself, of any other its module and
    the package of that; and the MARKS."""
    signs: set[str | type] = set()
    for base in cls.__mro__:
        signs.update(mark for mark in MARKS if mark in vars(base))
        module = module_of(base)
        if module == "builtins":
            signs.add(base)
        elif isinstance(module, str):
            signs.update((module, module.partition(".")[0]))
    return signs
