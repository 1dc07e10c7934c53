"""Does what an annotation says about a field count, however it is spelled?"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, NamedTuple, TypeVar

import pytest
from absence import needed
from ruling import made, rule_of

from encoder.errors import DuplicateKeyError, UnsupportedTypeError
from encoder.types import plain, records
from encoder.types import rule as kinds
from encoder.types.field import field

if TYPE_CHECKING:
    from decimal import Decimal
    from fractions import Fraction as later

T = TypeVar("T")
Tag = Annotated[T, field(name="tag", omit="none")]
Anything = Annotated[Any, field(omit="none")]


@dataclass
class Texts:
    """Its annotations are texts: see the first import."""

    a: Annotated[int, field(name="A")]
    some_name: Annotated[Decimal, "other", field(name="_n_")] = 0  # type: ignore[assignment]
    c: Final[Annotated[int, field(as_=lambda value: value + 1)]] = 1
    d: Anything = None
    e: list[Decimal] | None = None


def pairs(value: Any, **options: Any) -> Any:
    return made(records.rule_for, value, **options)


def test_annotations_that_are_texts() -> None:
    """Names that only type checkers know do not matter; an alias counts."""
    assert pairs(Texts(1)) == [("A", 1), ("_n_", 0), ("c", 2), ("e", None)]
    assert pairs(Texts(1, d=4)) == [("A", 1), ("_n_", 0), ("c", 2), ("d", 4), ("e", None)]


def test_annotations_that_are_values() -> None:
    """Without the import that makes them texts; an alias with a parameter, and one that adds to another."""
    annotations = {"a": Tag[int], "b": Annotated[Tag[int], field(name="b!")], "c": Final[Tag[int]], "d": int}
    made_up = dataclass(type("MadeUp", (), {"__annotations__": annotations, "d": 1, "__module__": __name__}))
    with pytest.raises(DuplicateKeyError, match="'a' and 'c' of MadeUp are both written 'tag'"):
        pairs(made_up(1, 2, 3))
    del annotations["c"]
    made_up = dataclass(type("MadeUp", (), {"__annotations__": annotations, "d": 1, "__module__": __name__}))
    assert pairs(made_up(1, 2)) == [("tag", 1), ("b!", 2), ("d", 1)]
    assert pairs(made_up(None, None)) == [("d", 1)]


def test_a_name_is_final_and_others_follow_the_option() -> None:
    """`keys` does not touch a name that was given."""

    @dataclass
    class Two:
        some_name: Annotated[int, field(name="other_name")]
        third_name: int = 3

    assert pairs(Two(1), keys="camel") == [("other_name", 1), ("thirdName", 3)]
    assert rule_of(records.rule_for, Two).kind == kinds.FIELDS
    assert rule_of(records.rule_for, Two).names == ("some_name", "third_name")


def test_omit_says_more_than_the_option() -> None:
    """Never, when None, when default, always: whatever the option says for the others."""

    @dataclass
    class All:
        never: Annotated[Any, field(omit="nothing")] = None
        none: Annotated[Any, field(omit="none")] = 1
        default: Annotated[Any, field(omit="defaults")] = 1
        always: Annotated[Any, field(omit=True)] = 1
        kept: Annotated[Any, field(omit=False)] = None
        other: Any = None

    assert pairs(All()) == [("never", None), ("none", 1), ("kept", None), ("other", None)]
    assert pairs(All(none=None, default=2), omit="none") == [("never", None), ("default", 2), ("kept", None)]
    assert pairs(All(), omit="defaults") == [("never", None), ("none", 1), ("kept", None)]


def test_a_conversion_comes_after_the_test() -> None:
    """`omit` looks at the field; what the function returns is written, be it None."""

    @dataclass
    class Converted:
        a: Annotated[Any, field(omit="none", as_=lambda value: None)]
        b: Annotated[int, field(as_=str)] = 2

    assert pairs(Converted(1)) == [("a", None), ("b", "2")]
    assert pairs(Converted(None)) == [("b", "2")]


def test_a_conversion_that_fails_says_for_which_field() -> None:
    """Its error comes out as it is, with a note."""

    @dataclass
    class Failing:
        a: Annotated[int, field(as_=lambda value: 1 // value)]

    with pytest.raises(ZeroDivisionError) as caught:
        pairs(Failing(0))
    assert "'a'" in caught.value.__notes__[0]


def test_the_last_annotation_of_a_name_counts() -> None:
    """A subclass that annotates a field anew says all there is to say; one that does not inherits."""

    @dataclass
    class Base(Generic[T]):
        a: Annotated[T, field(name="A")]
        b: Annotated[int, field(name="B")] = 2

    @dataclass
    class Derived(Base[int]):
        b: int = 3

    assert pairs(Derived(1)) == [("A", 1), ("b", 3)]


def test_every_kind_of_record_takes_them() -> None:
    """Named tuples and plain objects, too."""

    class Named(NamedTuple):
        a: Annotated[int, field(name="A")]

    class Plain:
        a: Annotated[int, field(name="A")]
        b: Annotated[int, field(omit=True)]

        def __init__(self) -> None:
            self.a, self.b, self.c = 1, 2, 3

    assert pairs(Named(1), named_tuples="object") == [("A", 1)]
    assert made(plain.rule_for, Plain(), classes="fields") == [("A", 1), ("c", 3)]


def test_every_library_takes_them() -> None:
    """attrs, pydantic and msgspec keep what they do not know in an annotation."""

    class Model(needed("pydantic").BaseModel):  # type: ignore[misc]
        a: Annotated[int, field(name="A")]

    class Struct(needed("msgspec").Struct, rename="upper"):  # type: ignore[misc, call-arg]
        a: Annotated[int, field(name="x")]
        b: int = 2

    @needed("attrs").define
    class Account:
        a: Annotated[int, field(name="A")]

    assert pairs(Model(a=1)) == pairs(Account(1)) == [("A", 1)]
    assert pairs(Struct(1)) == [("x", 1), ("B", 2)]


def test_a_text_that_cannot_be_read_is_an_error() -> None:
    """Or a name would be silently wrong. One that says nothing about fields is not evaluated."""

    def local() -> Any:
        """A function that only this function knows."""

    @dataclass
    class Unread:
        a: Annotated[int, field(as_=local)]

    @dataclass
    class Hidden:
        a: Annotated[int, later.field(name="n")]  # type: ignore[attr-defined]

    @dataclass
    class Silent:
        a: Annotated[int, later(3)]  # type: ignore[valid-type]
        b: unknown[int] = 2  # type: ignore[name-defined]  # noqa: F821

    for cls in (Unread, Hidden):
        with pytest.raises(UnsupportedTypeError, match="cannot read the annotation .*must be found in the module"):
            pairs(cls(1))
    assert pairs(Silent(1)) == [("a", 1), ("b", 2)]


def test_a_field_named_field() -> None:
    """Names of the module come before those of the class."""

    @dataclass
    class Holder:
        field: Annotated[int, field(name="f")] = 3
        later: Any = dataclass_field(default=4)

    assert pairs(Holder()) == [("f", 3), ("later", 4)]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the statement came with 3.12")
def test_an_alias_by_statement() -> None:
    """As `type Name = Annotated[...]`, also with a parameter."""
    space: dict[str, Any] = {"Annotated": Annotated, "field": field}
    exec("type Name = Annotated[int, field(name='n')]\ntype Of[T] = Annotated[T, field(name='o')]", space)
    annotations = {"a": space["Name"], "b": space["Of"][int]}
    made_up = dataclass(type("MadeUp", (), {"__annotations__": annotations}))
    assert pairs(made_up(1, 2)) == [("n", 1), ("o", 2)]


@pytest.mark.parametrize(
    ("wrong", "error"), [({"name": 1}, TypeError), ({"omit": "never"}, ValueError), ({"as_": 1}, TypeError)]
)
def test_what_field_takes_is_checked(wrong: dict[str, Any], error: type[Exception]) -> None:
    """At once, where the class is defined."""
    build: Callable[..., Any] = field
    with pytest.raises(error, match=next(iter(wrong))):
        build(**wrong)


def test_a_field_is_shown_as_it_was_called() -> None:
    """Annotations are read by people."""
    assert repr(field(name="n", omit="none")) == "field(name='n', omit='none')"
