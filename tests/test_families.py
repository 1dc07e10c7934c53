"""Is each class asked of the families of types that concern it, and is no other imported?"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import encoder
from encoder import Options
from encoder.types import families

ROOT = Path(encoder.__file__).resolve().parents[1]
FIRST_VALUES = {
    "raw": "encoder.Raw(b'1')",
    "enums": "__import__('enum').Enum('Color', 'RED').RED",
    "records": "__import__('dataclasses').make_dataclass('Point', ['x'])(1)",
    "arrays": "__import__('array').array('d', [1.5])",
    "temporal": "__import__('datetime').datetime(2024, 2, 29)",
    "numbers": "__import__('decimal').Decimal('1.50')",
    "names": "__import__('uuid').UUID(int=1)",
    "binary": "bytearray(b'ab')",
    "sequences": "frozenset([1])",
}
"""A value of a class that only this family writes, as Python spells it. Of "tables" only pandas has any."""

FAMILIES = {*families.FIRST, "sequences", "plain"}

LIBRARIES = (
    "array attrs collections datetime decimal fractions ipaddress mmap msgspec numpy pandas pathlib pydantic "
    "unittest.mock uuid zoneinfo".split()
)
"""Whose classes are looked at, where these are installed."""

WISHES = (
    Options(),
    Options(named_tuples="object", iterables="array", classes="fields", bytes="hex", floats="ecmascript"),
    Options(big_ints="string_53", escape="slashes", decimals="string", enums="name", default=repr),
)


def families_after(code: str) -> set[str]:
    """Which families a child Python has imported after `code`."""
    child = subprocess.run(
        [sys.executable, "-c", f"import encoder, sys; {code}; print(*sys.modules)"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "ENCODER_BUILD": encoder.build},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert child.returncode == 0, child.stderr
    return {name.rpartition(".")[2] for name in child.stdout.split() if name.startswith("encoder.types.")} & FAMILIES


@pytest.mark.parametrize("family", FIRST_VALUES)
def test_the_first_value_of_a_class_imports_its_family_alone(family: str) -> None:
    """After a first value there is its family, and what that imports itself."""
    others = "decimal, enum, fractions, ipaddress, mmap, pathlib, uuid, zoneinfo"
    found = families_after(f"import {others}; encoder.encode({FIRST_VALUES[family]})")
    assert found == families_after(f"import encoder.types.{family}")
    assert family in found and len(found) < len(FAMILIES) / 2


def test_a_class_for_the_hook_imports_no_special_family() -> None:
    """An object that only `default` can write is looked at as a container at most."""
    found = families_after("encoder.encode(type('Own', (), {})(), default=lambda own: 1)")
    assert found == {"sequences"}


def all_classes() -> Iterator[type]:
    """Every class of this process, those of the libraries included."""
    for name in LIBRARIES:
        try:
            import_module(name)
        except ImportError:
            continue
    seen: set[type] = set()
    left: list[type] = [object]
    while left:
        cls = left.pop()
        if cls not in seen:
            seen.add(cls)
            left += type.__subclasses__(cls)
            yield cls


def family_of(cls: type, options: Options) -> str | None:
    """The first family that has a rule for a class when all are asked."""
    return next((name for name in families.FIRST if families.family(name).rule_for(cls, options) is not None), None)


@pytest.mark.parametrize("options", WISHES, ids=["default", "wide", "texts"])
def test_the_signs_lead_to_the_family_that_takes_a_class(options: Options) -> None:
    """For every class there is, the families that its signs name begin with the first that has a rule for it."""
    met, missed = set(), []
    for cls in all_classes():
        family = family_of(cls, options)
        met.add(family)
        if family is not None and families.signs_of(cls).isdisjoint(families.FIRST[family]):
            missed.append((family, cls))
        assert (family is None) == (next(families.rules_for(cls, options), None) is None), cls
    assert not missed
    assert met >= {"enums", "records", "arrays", "temporal", "numbers", "names", "binary", None}


def test_signs_ask_no_metaclass() -> None:
    """A class whose metaclass lies about its module, or raises, is known by what it is."""

    class Liar(type):
        @property
        def __module__(cls) -> str:
            raise AssertionError("asked")

    class Own(bytearray, metaclass=Liar):
        pass

    assert bytearray in families.signs_of(Own)
    assert encoder.encode(Own(b"ab")) == b'"YWI="'
