"""Are classes of attrs, pydantic and msgspec written as these libraries mean them, without importing any of them?"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import pytest
from absence import needed
from ruling import made, rule_of

import encoder
from encoder.errors import DuplicateKeyError
from encoder.types import records
from encoder.types import rule as kinds


def rule(cls: type, **options: Any) -> kinds.Rule:
    return rule_of(records.rule_for, cls, **options)


def pairs(value: Any, **options: Any) -> Any:
    return made(records.rule_for, value, **options)


def test_attrs_classes_are_written_by_their_attributes() -> None:
    """Private ones too, in a subclass too; properties are none. A default made of the object itself is not known."""
    attrs = needed("attrs")

    @attrs.define
    class Account:
        name: str
        _private: int = 2
        tags: list[int] = attrs.field(factory=list)
        own: Any = attrs.Factory(lambda self: self.name, takes_self=True)

        @property
        def bad(self) -> int:
            raise RuntimeError("a property is no field")

    assert rule(Account).kind == kinds.FIELDS
    assert rule(Account).names == rule(type("Sub", (Account,), {})).names == ("name", "_private", "tags", "own")
    assert pairs(Account("n")) == [("name", "n"), ("_private", 2), ("tags", []), ("own", "n")]
    assert pairs(Account("n"), omit="defaults") == [("name", "n"), ("own", "n")]


def test_the_older_attrs_names_work() -> None:
    """attr.s makes the same kind of class as attrs.define."""

    attr = needed("attr")

    @attr.s
    class Old:
        a = attr.ib(default=1)

    assert pairs(Old()) == [("a", 1)]
    assert pairs(Old(), omit="defaults") == [] and pairs(Old(2), omit="defaults") == [("a", 2)]


def test_models_are_written_by_attribute() -> None:
    """As model_dump has them: own names, also where there is an alias; excluded ones never, computed and extra ones."""
    pydantic = needed("pydantic")

    class Model(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(extra="allow")
        some_name: int
        other: int = pydantic.Field(2, serialization_alias="o-t")
        secret: str = pydantic.Field("s", exclude=True)
        tags: list[int] = pydantic.Field(default_factory=list)
        _private: int = 5

        @pydantic.computed_field
        @property
        def double(self) -> int:
            return 2 * self.some_name

        @property
        def bad(self) -> int:
            raise RuntimeError("a property is no field")

    value = Model(some_name=1, more=3)
    assert dict(pairs(value)) == value.model_dump()
    assert pairs(value) == [("some_name", 1), ("other", 2), ("tags", []), ("double", 2), ("more", 3)]
    assert pairs(value, keys="camel", omit="defaults") == [("someName", 1), ("double", 2), ("more", 3)]

    class Aliased(Model):
        model_config = pydantic.ConfigDict(serialize_by_alias=True)

    assert pairs(Aliased(some_name=1))[1] == ("o-t", 2)
    with pytest.raises(DuplicateKeyError, match="'o-t'"):
        pairs(Aliased(some_name=1, **{"o-t": 3}))


def test_a_models_own_serializers_are_not_passed_over() -> None:
    """By decorator, annotation or configuration, inherited, within a field, in pydantic's dataclass: as model_dump."""
    pydantic = needed("pydantic")
    twice = pydantic.PlainSerializer(lambda value: value * 2)
    for_json = pydantic.PlainSerializer(str, when_used="json")

    class Decorated(pydantic.BaseModel):
        a: int = 1

        @pydantic.field_serializer("a")
        def spell(self, value: int) -> str:
            return f"<{value}>"

    class Whole(pydantic.BaseModel):
        a: int = 1

        @pydantic.model_serializer
        def spell(self) -> list[int]:
            return [self.a]

    class Heir(Whole):
        b: int = 2

    @pydantic.dataclasses.dataclass
    class Data:
        a: int = 1

        @pydantic.field_serializer("a")
        def spell(self, value: int) -> str:
            return f"<{value}>"

    annotated = pydantic.create_model("annotated", a=(list[Annotated[int, twice]], [3]), b=(int | None, None))
    json_only = pydantic.create_model("json_only", a=(Annotated[int, for_json], 1))
    around = pydantic.create_model("around", inner=(Decorated, Decorated()), none=(None, None))
    ids = pydantic.RootModel[list[Annotated[int, twice]]]
    value = [Decorated(), Whole(), Heir(), Data(), annotated(), json_only(), around(), ids([4])]
    assert encoder.encode_str(value) == (
        '[{"a":"<1>"},[1],[1],{"a":"<1>"},{"a":[6],"b":null},{"a":"1"},{"inner":{"a":"<1>"},"none":null},[8]]'
    )
    assert encoder.encode([annotated(), around()], omit="none") == b'[{"a":[6]},{"inner":{"a":"<1>"}}]'


def test_pydantics_own_types_need_no_dump() -> None:
    """Serializers that pydantic itself brings leave a model a plan; of what it keeps secret the message knows a way."""
    pydantic = needed("pydantic")
    fields = {"path": Path, "pattern": re.Pattern, "size": pydantic.ByteSize, "ids": Sequence[int]}
    made_model = pydantic.create_model("made_model", **{name: (kind, ...) for name, kind in fields.items()})
    assert rule(made_model).kind == kinds.FIELDS
    for options in ({}, {"classes": "fields"}):
        for value in (pydantic.SecretStr("pass"), pydantic.AnyUrl("http://a.b/")):
            with pytest.raises(encoder.UnsupportedTypeError, match="pass default=str"):
                encoder.encode([value], **options)
    hidden = pydantic.create_model("hidden", word=(pydantic.SecretStr, ...))
    assert encoder.encode(hidden(word="pass"), default=str) == b'{"word":"**********"}'


def test_a_plain_model_is_a_plan_and_a_root_model_its_root() -> None:
    """Most models need no function call for an object; a RootModel is no object at all."""
    pydantic = needed("pydantic")

    class Model(pydantic.BaseModel):
        a: int
        b: Any = None

    class Ids(pydantic.RootModel[list[int]]):
        pass

    assert rule(Model).kind == kinds.FIELDS and rule(Model).names == ("a", "b")
    assert rule(Ids).kind == kinds.AGAIN and pairs(Ids([1, 2])) == [1, 2]


def test_structs_are_written_as_they_were_defined() -> None:
    """rename, tag, omit_defaults, array_like and UNSET mean what they mean to msgspec."""
    msgspec = needed("msgspec")

    class Plain(msgspec.Struct):
        a: int
        b: Any = None

    class Tagged(msgspec.Struct, rename="camel", tag="t", omit_defaults=True):
        some_name: int
        tags: list[int] = []
        maybe: Any = msgspec.UNSET

    class Row(msgspec.Struct, array_like=True):
        a: int
        b: Any = None

    class Partial(msgspec.Struct):
        a: int
        b: Any = msgspec.UNSET

    assert rule(Plain).kind == kinds.FIELDS and pairs(Plain(1)) == [("a", 1), ("b", None)]
    assert pairs(Tagged(1)) == [("type", "t"), ("someName", 1)]
    assert pairs(Tagged(1, [2], 3)) == [("type", "t"), ("someName", 1), ("tags", [2]), ("maybe", 3)]
    assert pairs(Row(1), omit="none") == [1, None]
    assert pairs(Partial(1)) == [("a", 1)] and pairs(Partial(1, 2)) == [("a", 1), ("b", 2)]
    for value in (Plain(1), Tagged(1), Tagged(1, [2], 3), Partial(1)):
        assert dict(pairs(value)) == msgspec.json.decode(msgspec.json.encode(value))


def test_no_library_is_imported() -> None:
    """Asking for the rule of a class imports nothing but this package."""
    code = """
import sys
from encoder.options import Options
from encoder.types import declared, enums, names, raw, records, sequences, plain
before = set(sys.modules)
class Point: pass
for family in (raw, enums, records, names, sequences, plain):
    family.rule_for(Point, Options(classes="fields", iterables="array", named_tuples="object"))
print({"attr", "pydantic", "msgspec", "dataclasses", "typing", "re", "uuid"} & (set(sys.modules) - before))
"""
    run = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"
