"""Is every field of a record written, once, from where its value is, and nothing that is no field?"""

from __future__ import annotations

import collections
import gc
import json
import weakref
from dataclasses import KW_ONLY, InitVar, dataclass, field, fields, make_dataclass
from datetime import date
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import pytest
from absence import needed
from covering import by_recipe

import encoder
from encoder import Encoder

T = TypeVar("T")


class Doubled:
    """A descriptor that stores elsewhere, and gives another value than it was given."""

    def __get__(self, owner: Any, cls: type | None = None) -> Any:
        return 10 if owner is None else vars(owner).get("stored", 10) * 2

    def __set__(self, owner: Any, value: Any) -> None:
        vars(owner)["stored"] = value


@dataclass
class Named:
    name: str = field(init=False)
    kind: str = field(init=False, default="base")


@dataclass
class Computed(Named):
    @property
    def name(self) -> str:  # type: ignore[override]
        return "computed"


@dataclass
class Described:
    v: int = Doubled()  # type: ignore[assignment]
    w: int = 1


@dataclass(frozen=True)
class Frozen:
    a: int = field(init=False, default=3)
    b: int = 4


class Lent:
    """A class attribute in place of a value of the object's own."""

    a = 5


@dataclass(init=False)
class Undone(Lent):
    a: int  # type: ignore[assignment]
    b: int = 6


@by_recipe
def test_a_field_is_written_wherever_its_value_is(recipe: encoder.Recipe) -> None:
    """In the object, in its class, in a base, behind a property or a descriptor: what getattr gives, never a gap."""
    one = Encoder(recipe)
    assert one.encode(Computed()) == b'{"name":"computed","kind":"base"}'
    assert one.encode([Described(4), Described()]) == b'[{"v":8,"w":1},{"v":20,"w":1}]'
    assert one.encode([Frozen(), Frozen(7)]) == b'[{"a":3,"b":4},{"a":3,"b":7}]'
    assert one.encode(Undone()) == b'{"a":5,"b":6}'
    assert one.encode({"a": [Undone()]}) == b'{"a":[{"a":5,"b":6}]}'


@dataclass
class Lazy:
    a: int

    @cached_property
    def big(self) -> list[int]:
        return [0] * 3


@by_recipe
def test_what_was_read_before_is_never_seen(recipe: encoder.Recipe) -> None:
    """A cached property that has been asked, attributes set or deleted later, a __dict__ looked at: the same text."""
    one = Encoder(recipe)
    thing = Lazy(1)
    assert one.encode(thing) == b'{"a":1}'
    assert thing.big == [0, 0, 0] and one.encode(thing) == b'{"a":1}'
    thing.later = 2  # type: ignore[attr-defined]
    assert vars(thing).keys() == {"a", "big", "later"} and one.encode([thing]) == b'[{"a":1}]'
    del thing.a
    thing.a = 3
    assert one.encode(thing) == b'{"a":3}'


@dataclass(slots=True)
class Low:
    x: int
    y: int = 2


@dataclass(slots=True)
class High(Low):
    w: int = 4


@dataclass
class Mixed(Low):
    z: int = 5


@by_recipe
def test_slots_of_all_bases_are_fields_and_an_empty_one_is_an_error(recipe: encoder.Recipe) -> None:
    """AttributeError, as getattr raises it, with a note of the record and the field; never a gap in the text."""
    one = Encoder(recipe)
    assert one.encode([High(1), Mixed(1)]) == b'[{"x":1,"y":2,"w":4},{"x":1,"y":2,"z":5}]'
    for thing in (Low(1), High(1), Mixed(1)):
        del thing.y
        for value, where in ((thing, "$.y"), ([1, {"a": (thing,)}], "$[1].a[0].y")):
            with pytest.raises(AttributeError, match="y") as caught:
                one.encode(value)
            assert caught.value.__notes__ == [f"while encoding {where}"]
        assert one.encode([1]) == b"[1]"
        thing.y = 9
        assert json.loads(one.encode(thing))["y"] == 9


@dataclass
class First(Generic[T]):
    x: T
    y: int = 0
    limit: ClassVar[int] = 9
    seed: InitVar[int] = 3


@dataclass
class Second(First[int]):
    _: KW_ONLY
    z: int = 1
    x: int = 5  # keeps its first place
    hidden: str = field(default="shown", repr=False, compare=False)


@by_recipe
def test_the_order_is_that_of_dataclasses_fields(recipe: encoder.Recipe) -> None:
    """Overridden, keyword-only, generic and hidden fields; neither class variables nor init-only values."""
    thing = Second(7, z=3)
    assert [one.name for one in fields(thing)] == ["x", "y", "z", "hidden"]
    assert encoder.encode(thing, recipe=recipe) == b'{"x":5,"y":7,"z":3,"hidden":"shown"}'


@dataclass
class Node:
    v: int
    next: Any = None


@by_recipe
def test_records_that_hold_each_other_are_a_circle(recipe: encoder.Recipe) -> None:
    """Parent and child, at any distance, through lists and dicts too: an error with the path; long chains are none."""
    one = Encoder(recipe)
    near = Node(1)
    near.next = Node(2, near)
    with pytest.raises(encoder.CircularReferenceError) as caught:
        one.encode(near)
    assert caught.value.path == ("next", "next")
    far = Node(0)
    far.next = [Node(1, {"k": (Node(2, far),)})]
    with pytest.raises(encoder.CircularReferenceError) as caught:
        one.encode({"root": far})
    assert caught.value.path == ("root", "next", 0, "next", "k", 0, "next")
    chain, text = None, b"null"
    for number in range(150):
        chain, text = Node(number, chain), b'{"v":%d,"next":%s}' % (number, text)
    assert one.encode(chain) == text
    twin = Node(1)
    assert one.encode([twin, twin]) == b'[{"v":1,"next":null},{"v":1,"next":null}]'


@by_recipe
def test_a_class_made_anew_is_another_class(recipe: encoder.Recipe) -> None:
    """As when a cell is run again: old objects keep their fields, new ones have theirs, and nothing is kept alive."""
    one = Encoder(recipe)
    made = [make_dataclass("R", [(name, int) for name in names]) for names in ("a", "ab", "ba", "c")]
    old = made[0](1)
    assert one.encode(old) == b'{"a":1}'
    values = [old, made[1](1, 2), made[2](1, 2), made[3](1), made[0](5)]
    expected = b'[{"a":1},{"a":1,"b":2},{"b":1,"a":2},{"c":1},{"a":5}]'
    assert one.encode(values) == expected and one.encode(values) == expected
    gone = weakref.ref(values[0])
    del old, values
    gc.collect()
    assert gone() is None


class Look:
    """Has a named tuple's names, and is none."""

    __slots__ = ()
    _fields = ("a",)

    def _asdict(self) -> Any:
        return ["no", "dict"]


class Evil(tuple[Any, ...]):
    """A tuple that would fail if it were asked to be more."""

    __slots__ = ()

    def _asdict(self) -> Any:
        raise OSError("disk")


class Lying(tuple[Any, ...]):
    _fields = property(lambda self: 1 / 0)
    __len__ = lambda self: 99  # noqa: E731


class Point(NamedTuple):
    x: int
    y: int = 2


class Unasked(Point):
    __slots__ = ()

    def _asdict(self) -> Any:
        raise OSError("nobody asks")


@by_recipe
def test_what_only_looks_like_a_named_tuple(recipe: encoder.Recipe) -> None:
    """Goes to the hook if it is no tuple, and is a plain array if it is one; `_asdict` is never called, not of a
    real named tuple either."""
    for options in ({}, {"named_tuples": "object"}):
        one = Encoder(recipe, default=lambda value: "hook", **options)
        assert one.encode([Look(), Evil((1, 2)), Lying((3,))]) == b'["hook",[1,2],[3]]'
        assert one.encode(Evil()) == b"[]"
    assert encoder.encode([Unasked(1)], recipe=recipe) == b"[[1,2]]"
    assert encoder.encode([Unasked(1)], recipe=recipe, named_tuples="object") == b'[{"x":1,"y":2}]'
    untyped = collections.namedtuple("untyped", "class _1", rename=True)
    assert encoder.encode(untyped(1, 2), recipe=recipe, named_tuples="object") == b'{"_0":1,"_1":2}'


class Base:
    __slots__ = ("a", "__weakref__")


class Slotted(Base):
    __slots__ = ("__private", "_own", "b", "unset")

    def __init__(self) -> None:
        self.a = 1
        self.b = 2
        self._own = self.__private = 3


class Both(Base):
    """Slots of its base, and a __dict__ of its own."""

    def __init__(self) -> None:
        self.a, self.x, self._y, self.__z = 1, 2, 3, 4


@by_recipe
def test_plain_objects_are_refused_or_written_whole(recipe: encoder.Recipe) -> None:
    """By default an error that names the option; with it the public slots of all classes, then the attributes. What
    begins with an underscore, mangled or not, is private, and a slot that was never set is left out: it has no value,
    as an attribute that was never set has none."""
    for thing in (Slotted(), Both()):
        with pytest.raises(encoder.UnsupportedTypeError, match="classes='fields'") as caught:
            encoder.encode({"v": thing}, recipe=recipe)
        assert caught.value.path == ("v",)
    one = Encoder(recipe, classes="fields")
    assert one.encode([Slotted(), Both()]) == b'[{"a":1,"b":2},{"a":1,"x":2}]'


class Kind(Enum):
    A = "a"


@dataclass
class Inner:
    when: date
    tags: tuple[str, ...] = ()


@dataclass
class Outer:
    i: Inner
    k: Kind
    opt: Any = None
    d: dict[str, Any] = field(default_factory=dict)
    wrong: int = 0
    late: list[int] = field(default_factory=list)


@by_recipe
def test_annotations_are_not_believed(recipe: encoder.Recipe) -> None:
    """A value of another type than its annotation says is written as what it is, in a list of its kind too."""
    made = Outer(Inner(date(2020, 1, 2), ("x",)), Kind.A, None, {"n": [1, 2.5]}, wrong="no int", late=Inner)  # type: ignore[arg-type]
    text = '{"i":{"when":"2020-01-02","tags":["x"]},"k":"a","opt":null,"d":{"n":[1,2.5]},"wrong":"no int","late":%s}'
    with pytest.raises(encoder.UnsupportedTypeError, match="the class Inner itself") as caught:
        encoder.encode(made, recipe=recipe)
    assert caught.value.path == ("late",)
    for late, spelled in (([1], "[1]"), ({"a": 1}, '{"a":1}'), (None, "null"), (2.0, "2.0"), (b"\0", '"AA=="')):
        made.late = late  # type: ignore[assignment]
        assert encoder.encode([made], recipe=recipe).decode() == f"[{text % spelled}]"


@by_recipe
def test_models_of_other_libraries_follow_the_same_rules(recipe: encoder.Recipe) -> None:
    """attrs and pydantic: properties and private attributes are no fields, what was computed before is not seen, a
    deleted field is an AttributeError, circles are found."""
    attrs, pydantic = needed("attrs"), needed("pydantic")

    @attrs.define(slots=False)
    class Attrs:
        a: int
        next: Any = None
        big = cached_property(lambda self: 1 / 0)

    class Model(pydantic.BaseModel):
        a: int
        next: Any = None
        _private: int = 3
        big = cached_property(lambda self: [1])

    one = Encoder(recipe)
    for cls in (Attrs, Model):
        thing = cls(a=1)
        assert one.encode([thing, thing]) == b'[{"a":1,"next":null},{"a":1,"next":null}]'
        thing.next = thing
        with pytest.raises(encoder.CircularReferenceError) as circle:
            one.encode([thing])
        assert circle.value.path == (0, "next")
        thing.next = None
        if cls is Model:
            assert thing.big == [1] and one.encode(thing) == b'{"a":1,"next":null}'
        del thing.a
        with pytest.raises(AttributeError):
            one.encode([thing])
        assert one.encode([1]) == b"[1]"
