"""Are a dataclass's fields found in order, by getattr, whatever kind of dataclass it is?"""

from __future__ import annotations

import dataclasses
import sys
from dataclasses import KW_ONLY, dataclass, field, make_dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import corpus
import pytest

import encoder

T = TypeVar("T")
RECIPES = corpus.recipes()
TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)


@dataclass
class Base(Generic[T]):
    x: T
    y: int = 0
    K: ClassVar[int] = 9


@dataclass
class Derived(Base[int]):
    _: KW_ONLY
    z: int = 1
    x: int = 5  # keeps its place, though it is keyword-only now


@dataclass(slots=True)
class Slots:
    x: int
    y: int = 2


@dataclass(slots=True, order=True, unsafe_hash=True)
class More(Slots):
    w: int = 4


@dataclass(init=False, repr=False, eq=False)
class Loose:
    name: str
    _private: int = 1
    __mangled: int = 2
    ünïcode: int = 3


@dataclass
class Lazy:
    a: int

    @cached_property
    def big(self) -> list[int]:
        return [0] * 3


class Undecorated(Base[int]):
    extra = 7


@by_tree
def test_fields_come_in_the_order_of_dataclasses(recipe: encoder.Recipe) -> None:
    """Inheritance, keyword-only, generics, slots, private and mangled names: as dataclasses.fields says."""
    loose = Loose()
    loose.name = "n"
    records = [Base("a"), Derived(7, z=3), Slots(1), More(1), loose, Undecorated(1), make_dataclass("M", "ab")(1, 2)]
    for record in records:
        fields = {one.name: getattr(record, one.name) for one in dataclasses.fields(record)}
        assert encoder.encode(record, recipe=recipe) == encoder.encode(fields)


@by_tree
def test_only_fields_are_written(recipe: encoder.Recipe) -> None:
    """Class variables, init-only values, cached properties, attributes set later: not fields, not touched."""
    lazy = Lazy(1)
    before = encoder.encode(lazy, recipe=recipe)
    assert "big" not in vars(lazy) and lazy.big
    lazy.more = 5  # type: ignore[attr-defined]
    assert encoder.encode(lazy, recipe=recipe) == before == b'{"a":1}'
    assert encoder.encode(corpus.Person("n"), recipe=recipe) == b'{"name":"n","age":3,"tags":[]}'


@by_tree
def test_a_field_overridden_by_a_property_is_asked(recipe: encoder.Recipe) -> None:
    """getattr decides, as for dataclasses.asdict: properties, descriptors, __getattr__, __getattribute__."""

    @dataclass
    class Named:
        name: str = field(init=False)
        kind: str = field(init=False, default="base")

    class Computed(Named):
        @property
        def name(self) -> str:  # type: ignore[override]
            return "computed"

    class Missing(Named):
        def __getattr__(self, name: str) -> Any:
            return f"{name}?"

    class Every(Named):
        def __getattribute__(self, name: str) -> Any:
            return [name]

    assert encoder.encode(Computed(), recipe=recipe) == b'{"name":"computed","kind":"base"}'
    assert encoder.encode(Missing(), recipe=recipe) == b'{"name":"name?","kind":"base"}'
    assert encoder.encode(Every(), recipe=recipe) == b'{"name":["name"],"kind":["kind"]}'
    assert encoder.encode(corpus.Computed(4), recipe=recipe) == b'{"value":8}'


@by_tree
def test_a_class_may_change_between_calls(recipe: encoder.Recipe) -> None:
    """What was learned of a class is not kept beyond its worth: a property, slot or default added later counts."""

    @dataclass
    class Changing:
        a: Any = 1
        b: Any = 2

    record = Changing()
    assert encoder.encode([record, record], recipe=recipe) == b'[{"a":1,"b":2},{"a":1,"b":2}]'
    Changing.b = property(lambda self: "asked", lambda self, value: None)  # type: ignore[assignment]
    assert encoder.encode([record], recipe=recipe) == b'[{"a":1,"b":"asked"}]'
    del Changing.b
    record.b = 3
    assert encoder.encode([record], recipe=recipe) == b'[{"a":1,"b":3}]'
    Changing.__getattribute__ = lambda self, name: name  # type: ignore[assignment]
    assert encoder.encode([record], recipe=recipe) == b'[{"a":"a","b":"b"}]'


@by_tree
def test_a_class_may_change_during_a_call(recipe: encoder.Recipe) -> None:
    """Also when a field that is read changes its own class, or its record's dict, on the way."""

    @dataclass
    class Turning:
        a: Any = None
        b: Any = 2

        @property
        def first(self) -> Any:
            Turning.b = property(lambda self: "later", lambda self, value: None)
            vars(self).clear()
            return 1

    record = Turning()
    Turning.a = Turning.first
    assert encoder.encode([record, record], recipe=recipe) == b'[{"a":1,"b":"later"},{"a":1,"b":"later"}]'


@by_tree
def test_equal_names_are_different_classes(recipe: encoder.Recipe) -> None:
    """A class defined anew under the same name has its own fields; an old instance keeps its own."""
    old_class = make_dataclass("R", ["a"])
    old = old_class(1)
    assert encoder.encode(old, recipe=recipe) == b'{"a":1}'
    new = make_dataclass("R", ["a", "b"])(1, 2)
    assert encoder.encode([old, new, old], recipe=recipe) == b'[{"a":1},{"a":1,"b":2},{"a":1}]'


@by_tree
def test_thousands_of_classes(recipe: encoder.Recipe) -> None:
    """Classes made at run time are not kept for ever, and none is taken for another."""
    for number in range(300):
        record = make_dataclass("R", [f"f{number}", f"g{number % 3}"])(number, [number])
        assert encoder.encode(record, recipe=recipe) == b'{"f%d":%d,"g%d":[%d]}' % (number, number, number % 3, number)


def test_classes_are_let_go() -> None:
    """The encoder keeps a limited number of classes alive."""
    import gc
    import weakref

    made = []
    for number in range(5000):
        cls = type(f"C{number}", (dict,), {})
        encoder.encode(cls())
        made.append(weakref.ref(cls))
        del cls
    gc.collect()
    assert sum(ref() is not None for ref in made) <= 4200


@by_tree
def test_dataclasses_of_builtin_bases(recipe: encoder.Recipe) -> None:
    """A dataclass is a record first, whatever else it is."""

    @dataclass
    class Table(dict):
        a: int = 1

    assert encoder.encode([Table()], recipe=recipe) == b'[{"a":1}]'


@by_tree
def test_fields_without_a_value(recipe: encoder.Recipe) -> None:
    """An unset slot, a missing attribute: AttributeError with the path, the next call clean."""
    for record in (Slots.__new__(Slots), object.__new__(More), Loose()):
        with pytest.raises(AttributeError) as caught:
            encoder.encode({"r": [1, record]}, recipe=recipe)
        assert caught.value.__notes__[0].startswith("while encoding $.r[1].")
        assert encoder.encode([1], recipe=recipe) == b"[1]"


@by_tree
def test_a_record_of_everything(recipe: encoder.Recipe) -> None:
    """Long and odd field names, many fields, every kind of value."""
    names = [f"field_{number}_{'x' * number}" for number in range(80)] + ["é", "ß_ü", "名前"]
    values = [value for _, value, _ in corpus.VALUES] * 2
    record = make_dataclass("Wide", names)(*values[: len(names)])
    fields = dict(zip(names, values, strict=False))
    expected = encoder.encode(fields, default=corpus.replace)
    assert encoder.encode(record, default=corpus.replace, recipe=recipe) == expected


def test_recursive_dataclasses_are_walked_without_recursion() -> None:
    """A chain much longer than Python's own recursion limit."""
    chain: Any = None
    for number in range(sys.getrecursionlimit() * 3):
        chain = corpus.Worker(str(number), boss=chain)
    assert len(encoder.encode(chain, max_depth=10**6)) > 100_000
