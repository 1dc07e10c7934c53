"""Do plans of records see what getattr sees, whatever happens to classes and instances after they were made?"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import pytest

import encoder


def point() -> type:
    @dataclass
    class Point:
        x: object
        y: object = 2

    return Point


def expected(record: object) -> bytes:
    names = [field.name for field in dataclasses.fields(record)]
    return encoder.encode({name: getattr(record, name) for name in names})


def test_a_property_added_later_wins() -> None:
    """A data descriptor put on the class after its plan was made is asked, as getattr would."""
    cls = point()
    record = cls(1)
    assert encoder.encode(record) == b'{"x":1,"y":2}'
    cls.x = property(lambda self: 99)
    assert encoder.encode(record) == b'{"x":99,"y":2}'
    del cls.x
    assert encoder.encode(record) == b'{"x":1,"y":2}'


def test_a_property_on_a_base_added_later_wins() -> None:
    """The same where a base class changes."""
    base = point()
    cls = dataclass(type("Child", (base,), {"__annotations__": {"z": object}, "z": 3}))
    record = cls(1)
    assert encoder.encode(record) == b'{"x":1,"y":2,"z":3}'
    base.y = property(lambda self: "base")
    assert encoder.encode(record) == b'{"x":1,"y":"base","z":3}'


@pytest.mark.parametrize("touch", [vars, lambda record: None], ids=["dict", "values"])
def test_a_default_that_becomes_a_descriptor_wins(touch: Callable[[object], object]) -> None:
    """Once its own class has both methods, a class's default is asked, of instances met before and in their row too."""

    class Late:
        """Not yet one that comes before what an instance holds."""

    @dataclass
    class Record:
        a: object = 1
        b: object = Late()  # noqa: RUF009
        c: object = Late()  # noqa: RUF009

    records = [Record(i, f"b{i}", Late) for i in range(3)]
    for record in records:
        record.c = [0, 1]
        touch(record)
    held = b'[{"a":0,"b":"b0","c":[0,1]},{"a":1,"b":"b1","c":[0,1]},{"a":2,"b":"b2","c":[0,1]}]'
    assert [encoder.encode(records) for _ in range(3)] == [held] * 3
    Late.__get__ = lambda self, record, owner: f"asked of {record.a}"
    assert encoder.encode(records) == held  # without a `__set__` what the instance holds comes first
    Late.__set__ = lambda self, record, value: None
    said = ",".join(f'{{"a":{i},"b":"asked of {i}","c":"asked of {i}"}}' for i in range(3))
    assert encoder.encode(records).decode() == f"[{said}]"
    del Late.__set__
    assert encoder.encode(records) == held


def test_getattribute_is_respected() -> None:
    """A class that answers for its attributes itself is asked."""
    cls = point()
    encoder.encode(cls(1))
    cls.__getattribute__ = lambda self, name: name.upper() if len(name) == 1 else object.__getattribute__(self, name)
    assert encoder.encode(cls(1)) == b'{"x":"X","y":"Y"}'


def test_a_deleted_field_falls_back_to_the_class() -> None:
    """An instance without the attribute shows its class's default, or raises as getattr does."""
    cls = point()
    record = cls(1, 5)
    assert encoder.encode(record) == b'{"x":1,"y":5}'
    del record.y
    assert encoder.encode(record) == b'{"x":1,"y":2}'
    del record.x
    with pytest.raises(AttributeError) as caught:
        encoder.encode([record])
    assert any("$[0].x" in note for note in caught.value.__notes__)


def test_getattr_hook_supplies_what_is_missing() -> None:
    """__getattr__ is asked for a field that the instance lacks."""
    cls = point()
    cls.__getattr__ = lambda self, name: f"made up {name}"
    record = cls(1, 5)
    del record.x
    assert encoder.encode(record) == b'{"x":"made up x","y":5}'


@pytest.mark.parametrize("touch", [vars, lambda record: record.__dict__.update(extra=1), lambda record: None])
def test_a_materialised_dict_changes_nothing(touch) -> None:
    """Instances whose __dict__ was looked at, or gained keys, are written alike."""
    records = [point()(i, [i]) for i in range(3)]
    touch(records[1])
    assert encoder.encode(records) == b'[{"x":0,"y":[0]},{"x":1,"y":[1]},{"x":2,"y":[2]}]'


def test_a_replaced_dict_is_read() -> None:
    """The __dict__ that an instance has now counts."""
    record = point()(1, 2)
    encoder.encode(record)
    record.__dict__ = {"y": "new", "x": "old"}
    assert encoder.encode(record) == b'{"x":"old","y":"new"}'


def test_attributes_in_any_order() -> None:
    """Instances that set their attributes in another order than the class names them are read right."""
    cls = point()
    records = []
    for order in (("x", "y"), ("y", "x"), ("z", "y", "x")):
        record = cls.__new__(cls)
        for name in order:
            setattr(record, name, f"{name} of {order}")
        records.append(record)
    for record in records:
        assert encoder.encode(record) == expected(record)


def test_slots_are_read_and_a_deleted_one_raises() -> None:
    """Slots, own and inherited, are read in place; an empty one raises AttributeError with the path."""

    @dataclass(slots=True)
    class Base:
        a: object

    @dataclass(slots=True)
    class Child(Base):
        b: object

    record = Child(1, [2])
    assert encoder.encode([record, Base("base")]) == b'[{"a":1,"b":[2]},{"a":"base"}]'
    del record.a
    with pytest.raises(AttributeError) as caught:
        encoder.encode({"k": record})
    assert any("$.k.a" in note for note in caught.value.__notes__)


def test_a_changed_class_is_followed() -> None:
    """An instance that becomes one of another class is written by that one's plan."""
    first, second = point(), point()
    second.y = property(lambda self: "second", lambda self, value: None)
    record = first(1, 2)
    encoder.encode(record)
    record.__class__ = second
    assert encoder.encode(record) == b'{"x":1,"y":"second"}'


def test_many_classes_take_turns() -> None:
    """More classes than the cache has places, nested into each other, each written by its own plan."""
    classes = [dataclass(type(f"C{i}", (), {"__annotations__": {f"f{i}": object, "next": object}})) for i in range(600)]
    value: object = None
    for i, cls in enumerate(classes):
        value = cls(i, value)
    text = encoder.encode(value)
    assert text == encoder.encode(value)
    for i in reversed(range(600)):
        head = f'{{"f{i}":{i},"next":'.encode()
        assert text.startswith(head)
        text = text[len(head) :]
    assert text == b"null" + b"}" * 600


def test_classes_are_not_kept_alive_for_ever() -> None:
    """Thousands of short-lived classes at recycled addresses never see each other's plans."""
    for i in range(3000):
        cls = dataclass(type("Short", (), {"__annotations__": {f"n{i % 7}": object}}))
        assert encoder.encode(cls(i)) == f'{{"n{i % 7}":{i}}}'.encode()


def test_a_property_that_changes_its_own_record() -> None:
    """What a property does to the record's other fields while it is written is seen, and is safe."""

    @dataclass
    class Sly:
        a: object
        b: object
        c: object

        @property
        def middle(self) -> str:
            self.__dict__.clear()
            self.c = "left"
            return "middle"

    Sly.b = Sly.middle
    record = Sly.__new__(Sly)
    record.a, record.c = ["first"], ["last"]
    assert encoder.encode(record) == b'{"a":["first"],"b":"middle","c":"left"}'


def test_a_field_that_a_nested_property_frees() -> None:
    """The container a field held stays alive while it is written, though a property dropped it meanwhile."""

    @dataclass
    class Inner:
        gone: object

    @dataclass
    class Outer:
        items: object
        after: object

    outer = Outer([1, None, 3], "after")

    def drop(self: object) -> str:
        outer.items = None
        return "dropped"

    Inner.gone = property(drop)
    outer.items[1] = Inner.__new__(Inner)
    assert encoder.encode(outer) == b'{"items":[1,{"gone":"dropped"},3],"after":"after"}'


class Pair(NamedTuple):
    x: int
    y: int


def test_a_named_tuple_is_an_object_only_where_asked() -> None:
    """A plan that one Encoder made for a class is not followed by another, to which the class is an array."""
    asked, others = encoder.Encoder(named_tuples="object"), encoder.Encoder()
    for _ in range(3):
        assert asked.encode([Pair(1, 2)] * 2) == b'[{"x":1,"y":2},{"x":1,"y":2}]'
        assert others.encode([Pair(1, 2)] * 2) == b"[[1,2],[1,2]]"


def test_a_record_goes_to_default_where_asked() -> None:
    """Nor by one that leaves the class to its hook."""
    cls = point()
    asked = encoder.Encoder(default=lambda value: "hook", default_for="stdlib")
    for _ in range(3):
        assert encoder.encode([cls(1)]) == b'[{"x":1,"y":2}]'
        assert asked.encode([cls(1)]) == b'["hook"]'


def test_classes_whose_addresses_fall_together_are_all_known() -> None:
    """Plans are found by a class's address; three classes for whom it is the same place are each met but once."""
    together: dict[int, list[type]] = {}
    for cls in (point() for _ in range(2000)):
        three = together.setdefault(id(cls) // 64 % 256, [])
        three.append(cls)
        if len(three) == 3:
            break
    document = [cls(1) for cls in three] * 4
    one = encoder.Encoder()
    assert one.encode(document) == b"[%s]" % b",".join([b'{"x":1,"y":2}'] * 12)
    if encoder.build == "compiled":
        assert one.count(document)["met"] == 0
