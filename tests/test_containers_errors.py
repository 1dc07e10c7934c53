"""What do the containers of own types refuse, and where does it say that it happened?"""

from __future__ import annotations

import math
from enum import IntEnum, StrEnum
from typing import Any

import pytest
from own_host import RIVALS, Host, Own, encode

from encoder.axes.layers import Layers
from encoder.errors import (
    DuplicateKeyError,
    InvalidValueError,
    TooDeepError,
    UnsupportedTypeError,
)

by_rival = pytest.mark.parametrize("rival", RIVALS.values(), ids=RIVALS)


@by_rival
def test_paths_are_snapshots(rival: type[Layers]) -> None:
    """A path that was handed out stays as it was, and each encoder and container has its own."""
    seen: list[Any] = []

    def inner(to: Any) -> None:
        seen.append(to.path)
        to.single().set(5)

    def act(to: Any) -> None:
        seen.append(to.path)
        keyed = to.keyed()
        nested = keyed.nested_keyed("inner")
        seen.append(nested.path)
        nested["x"] = 1
        keyed["y"] = [Own(inner)]
        seen.append(to.path)

    assert encode({"root": Own(act)}, rival) == '{"root":{"inner":{"x":1},"y":[5]}}'
    assert seen == [("root",), ("root", "inner"), ("root", "y", 0), ("root",)]


@by_rival
def test_errors_have_the_whole_path(rival: type[Layers]) -> None:
    """Also below nested containers, whose keys Swift leaves out."""

    def act(to: Any) -> None:
        to.keyed().nested_unkeyed("n").nested_keyed().nested_keyed("m")["deep"] = [{"er": object()}]

    with pytest.raises(UnsupportedTypeError) as error:
        encode({"root": Own(act)}, rival)
    assert error.value.path == ("root", "n", 0, "m", "deep", 0, "er")
    assert not hasattr(error.value, "__notes__")


@by_rival
def test_an_error_is_raised_where_the_value_is_put(rival: type[Layers]) -> None:
    """So user code may catch it; of the child that failed nothing remains, not even where it had begun."""

    def fails(to: Any) -> None:
        to.keyed()["begun"] = 1
        to.keyed().super_encoder().keyed()["begun"] = 2
        to.keyed()["bad"] = math.nan

    paths = []

    def act(to: Any) -> None:
        keyed = to.keyed()
        for container in (keyed, keyed.nested_keyed("n")):
            try:
                container["x"] = Own(fails)
            except InvalidValueError as error:
                paths.append(error.path)
        unkeyed = keyed.nested_unkeyed("list")
        try:
            unkeyed.append(Own(fails))
        except InvalidValueError as error:
            paths.append(error.path)
        unkeyed.append(Own(lambda to: to.single().set(None)))
        unkeyed.append(Own(lambda to: to.single().set(None)))
        unkeyed.append(Own(lambda to: to.keyed()))

    assert encode(Own(act), rival) == '{"n":{},"list":[null,null,{}]}'
    assert paths == [("x", "bad"), ("n", "x", "bad"), ("list", 0, "bad")]


@by_rival
def test_a_single_value_that_failed_leaves_the_place_free(rival: type[Layers]) -> None:
    """After the error another value can be put there."""

    def act(to: Any) -> None:
        with pytest.raises(InvalidValueError):
            to.single().set(math.inf)
        to.single().set("instead")

    assert encode([Own(act)], rival) == '["instead"]'


@by_rival
def test_errors_of_user_code_are_noted_once(rival: type[Layers]) -> None:
    """They come out as they are, with the path of the innermost value."""

    def act(to: Any) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError) as error:
        encode({"a": Own(lambda to: to.keyed().__setitem__("b", [Own(act)]))}, rival)
    assert error.value.args == ("mine",) and error.value.__notes__ == ["while encoding $.a.b[0]"]


@by_rival
def test_an_error_from_another_call_is_noted_with_the_place_in_this_one(rival: type[Layers]) -> None:
    """Its own path leads from the root of the other call, and is left alone."""

    def act(to: Any) -> None:
        to.single().set(encode({"other": object()}))

    with pytest.raises(UnsupportedTypeError) as error:
        encode({"a": Own(act)}, rival)
    assert error.value.path == ("other",) and error.value.__notes__ == ["while encoding $.a"]


@by_rival
@pytest.mark.parametrize("kind", [MemoryError, KeyboardInterrupt])
def test_some_errors_pass_untouched(rival: type[Layers], kind: type[BaseException]) -> None:
    """Nothing is added to what is not about the value."""
    raised = kind()

    def act(to: Any) -> None:
        raise raised

    with pytest.raises(kind) as error:
        encode({"a": Own(act)}, rival)
    assert error.value is raised and not hasattr(raised, "__notes__")


class Names(StrEnum):
    FIRST = "first"


class Numbers(IntEnum):
    ONE = 1


class Loud(str):
    __str__ = __repr__ = lambda self: "shown"  # noqa: E731


def test_keys_are_texts() -> None:
    """Enums and other subclasses count as what they hold, an int as its digits, as with Swift's CodingKey."""

    def act(to: Any) -> None:
        keyed = to.keyed()
        for key in (Names.FIRST, Numbers.ONE, -2, Loud("said"), ""):
            keyed[key] = key if type(key) is str else None
        keyed.nested_keyed(Names.FIRST.replace("f", "F"))[Loud("x")] = 1
        keyed.super_encoder(3)

    assert encode(Own(act)) == '{"first":null,"1":null,"-2":null,"said":null,"":"","First":{"x":1},"3":{}}'


@pytest.mark.parametrize("key", [None, True, 1.5, b"k", ("k",)])
def test_other_keys_are_refused(key: Any) -> None:
    """With the path of the container."""
    for ask in (lambda k: k.__setitem__(key, 1), lambda k: k.nested_keyed(key), lambda k: k.super_encoder(key)):
        with pytest.raises(UnsupportedTypeError, match=type(key).__name__) as error:
            encode([Own(lambda to, ask=ask: ask(to.keyed().nested_keyed("n")))])
        assert error.value.path == (0, "n")


def test_a_key_of_too_many_digits_is_refused() -> None:
    """By this package's own error."""
    with pytest.raises(InvalidValueError, match="digits"):
        encode(Own(lambda to: to.keyed().__setitem__(10**5000, 1)))


def upper(path: tuple[Any, ...], key: str) -> str:
    return "/".join(map(str, path)) + key.upper()


@by_rival
def test_names_are_renamed_and_paths_are_not(rival: type[Layers]) -> None:
    """The strategy sees the path of the container; the keys of dicts are data."""
    seen = []

    def act(to: Any) -> None:
        keyed = to.keyed()
        keyed["a"] = {"b": 1}
        keyed.nested_keyed("c")["d"] = 2
        keyed.nested_keyed("c")["e"] = Own(lambda to: (seen.append(to.path), to.single().set(3)))
        keyed.super_encoder().single().set(4)

    assert encode(Own(act), rival, rename=upper) == '{"A":{"b":1},"C":{"cD":2,"cE":3},"SUPER":4}'
    assert seen == [("c", "e")]


def test_two_names_that_become_one_are_an_error() -> None:
    """No field is lost, unless the options let the last one win; the same name again always does."""

    def act(to: Any) -> None:
        to.keyed()["a"] = 0
        to.keyed()["a"] = 1
        to.keyed()["A"] = 2

    rename = lambda path, key: key.upper()  # noqa: E731
    with pytest.raises(DuplicateKeyError, match="'a' and 'A' are both written 'A'") as error:
        encode([Own(act)], rename=rename)
    assert error.value.path == (0,) and not hasattr(error.value, "__notes__")
    assert encode(Own(act), rename=rename, duplicate_keys="last") == '{"A":2}'


def test_depth_counts_own_types_and_containers() -> None:
    """A value below two containers in an own type in a list has four levels above it."""
    host = Host()
    act = lambda to: to.keyed().nested_unkeyed("a").nested_keyed().__setitem__("b", [])  # noqa: E731
    assert host.plain([Own(act)], (), 0) == [{"a": [{"b": []}]}]
    assert [(seen[1], seen[2]) for seen in host.seen] == [((), 0), ((0,), 1), ((0, "a", 0, "b"), 4)]


@by_rival
@pytest.mark.parametrize("way", ["keyed", "unkeyed", "single", "super"])
def test_a_type_that_holds_itself_is_too_deep(rival: type[Layers], way: str) -> None:
    """An error with a path, and not the end of Python's stack."""

    class Endless:
        def __encode__(self, to: Any) -> None:
            if way == "keyed":
                to.keyed()["k"] = self
            elif way == "unkeyed":
                to.unkeyed().append(self)
            elif way == "super":
                to.keyed().super_encoder("k").single().set(self)
            else:
                to.single().set(self)

    with pytest.raises(TooDeepError) as error:
        encode(Endless(), rival, max_depth=50)
    parts = {"keyed": ["k"] * 50, "unkeyed": [0] * 50, "single": [], "super": ["k"] * 25}
    assert list(error.value.path) == parts[way]
