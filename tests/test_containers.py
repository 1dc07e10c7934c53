"""Do the containers of own types do what Swift's do?"""

from __future__ import annotations

import gc
import random
import weakref
from typing import Any

import own_host
import pytest
from own_host import RIVALS, Host, Own, encode

from encoder.axes.layers import Layers
from encoder.errors import (
    InvalidValueError,
    UnsupportedTypeError,
    WriterStateError,
)
from encoder.own import is_own

by_rival = pytest.mark.parametrize("rival", RIVALS.values(), ids=RIVALS)


class Base:
    def __encode__(self, to: Any) -> None:
        to.keyed()["id"] = 7


class Sub(Base):
    def __encode__(self, to: Any) -> None:
        keyed = to.keyed()
        keyed["name"] = "n"
        super().__encode__(keyed.super_encoder())
        super().__encode__(keyed.super_encoder("base"))


class Nothing:
    def __encode__(self, to: Any) -> None:
        pass


@by_rival
def test_super_encoders_keep_the_place_of_their_creation(rival: type[Layers]) -> None:
    """With the key "super" or another one, and between the items of an array."""

    def in_list(to: Any) -> None:
        unkeyed = to.unkeyed()
        unkeyed.append(1)
        Base().__encode__(unkeyed.super_encoder())
        unkeyed.append(2)

    expected = '[{"name":"n","super":{"id":7},"base":{"id":7}},[1,{"id":7},2]]'
    assert encode([Sub(), Own(in_list)], rival) == expected


@by_rival
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_super_encoders_are_filled_in_any_order(rival: type[Layers], order: tuple[int, int]) -> None:
    """Swift's row: the places are those of creation, whenever the values come."""

    def act(to: Any) -> None:
        unkeyed = to.unkeyed()
        unkeyed.append(0)
        supers = [unkeyed.super_encoder(), unkeyed.super_encoder()]
        unkeyed.append(42)
        for index in order:
            supers[index].single().set(["First", "Second"][index])

    assert encode(Own(act), rival) == '[0,"First","Second",42]'


@by_rival
def test_a_super_encoder_in_a_super_encoder(rival: type[Layers]) -> None:
    """They nest, with paths of their own, and one that is never used is an empty object."""
    seen = []

    def act(to: Any) -> None:
        outer = to.keyed().super_encoder()
        inner = outer.unkeyed().super_encoder()
        to.keyed()["after"] = 1
        inner.keyed()["x"] = 2
        inner.keyed().super_encoder("unused")
        seen.extend([outer.path, inner.path, inner.keyed().path])

    assert encode({"a": Own(act)}, rival) == '{"a":{"super":[{"x":2,"unused":{}}],"after":1}}'
    assert seen == [("a", "super"), ("a", "super", 0), ("a", "super", 0)]


@by_rival
def test_a_nested_container_is_filled_after_a_later_sibling(rival: type[Layers]) -> None:
    """Its place is that of its creation, and its path is its own."""

    def act(to: Any) -> None:
        keyed = to.keyed()
        nested = keyed.nested_keyed("n")
        keyed["after"] = 1
        nested["late"] = 2
        one = keyed.super_encoder("s")
        keyed["end"] = 3
        one.keyed()["x"] = list(nested.path)

    assert encode(Own(act), rival) == '{"n":{"late":2},"after":1,"s":{"x":["n"]},"end":3}'


@by_rival
def test_a_value_may_be_of_any_kind(rival: type[Layers]) -> None:
    """A single-value container takes a scalar, an object, an array, and another own type that does the same."""
    wrap = lambda value: Own(lambda to: to.single().set(value))  # noqa: E731
    named = Own(lambda to: to.keyed().__setitem__("f", "A"))
    numbers = Own(lambda to: [to.unkeyed().append(number) for number in (1, 2)])
    values = [wrap(named), wrap(wrap(3)), {"w": wrap(numbers)}, wrap(None), wrap({}), wrap([])]
    assert encode(values, rival) == '[{"f":"A"},3,{"w":[1,2]},null,{},[]]'


@by_rival
def test_an_empty_container_is_a_value(rival: type[Layers]) -> None:
    """To have asked for a container is enough."""
    assert encode([Own(lambda to: to.keyed()), Own(lambda to: to.unkeyed())], rival) == "[{},[]]"


@by_rival
def test_the_same_container_is_returned_again(rival: type[Layers]) -> None:
    """Whoever asks twice writes to one and the same object or array."""

    def act(to: Any) -> None:
        assert to.keyed() is to.keyed()
        to.keyed()["a"] = 1
        to.keyed()["b"] = 2
        assert to.keyed().nested_unkeyed("c") is to.keyed().nested_unkeyed("c")
        to.keyed().nested_unkeyed("c").append(3)
        to.keyed().nested_unkeyed("c").nested_unkeyed().append(4)

    assert encode(Own(act), rival) == '{"a":1,"b":2,"c":[3,[4]]}'


@by_rival
def test_a_nested_container_merges_with_the_value_that_is_there(rival: type[Layers]) -> None:
    """Swift's row: a container opened on the key of a value adds to that value."""

    def act(to: Any) -> None:
        keyed = to.keyed()
        keyed["container"] = Own(lambda to: to.keyed().__setitem__("foo", "Test"))
        keyed.nested_keyed("container")["somethingElse"] = "SecondAgain"
        keyed["list"] = [1]
        keyed.nested_unkeyed("list").append(2)

    assert encode(Own(act), rival) == '{"container":{"foo":"Test","somethingElse":"SecondAgain"},"list":[1,2]}'


@by_rival
def test_a_container_merges_with_a_single_value(rival: type[Layers]) -> None:
    """Swift's row: the object put as a single value is added to, and its keys replaced."""

    def act(to: Any) -> None:
        to.single().set({"a": "b", "other": "foo"})
        to.keyed()["a"] = "c"

    assert encode(Own(act), rival) == '{"a":"c","other":"foo"}'

    def act_on_list(to: Any) -> None:
        to.single().set([1])
        to.unkeyed().append(2)

    assert encode(Own(act_on_list), rival) == "[1,2]"


@by_rival
def test_adding_to_a_value_leaves_the_callers_own_alone(rival: type[Layers]) -> None:
    """What a nested container adds is not added to the list that was put there."""
    mine = [1]

    def act(to: Any) -> None:
        to.keyed()["a"] = mine
        to.keyed().nested_unkeyed("a").append(2)
        mine.append(3)

    assert encode(Own(act), rival) == '{"a":[1,2]}' and mine == [1, 3]


@by_rival
@pytest.mark.parametrize("first", ["scalar", "keyed", "unkeyed", "super"])
def test_the_last_value_wins(rival: type[Layers], first: str) -> None:
    """Whatever the key had, it now has 42, and what was handed out for the old value is void."""
    raised = []

    def act(to: Any) -> None:
        keyed = to.keyed()
        handed = None
        if first == "scalar":
            keyed["key"] = "old"
        elif first == "keyed":
            handed = keyed.nested_keyed("key")
        elif first == "unkeyed":
            handed = keyed.nested_unkeyed("key")
        else:
            handed = keyed.super_encoder("key")
        keyed["key"] = 42
        if handed is not None:
            with pytest.raises(WriterStateError) as error:
                handed.path  # noqa: B018
            raised.append(error.value.path)

    assert encode(Own(act), rival) == '{"key":42}'
    assert raised == ([] if first == "scalar" else [("key",)])


@by_rival
@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda k: (k.__setitem__("x", 1), k.nested_keyed("x")), "cannot start an object here: a value that"),
        (lambda k: (k.__setitem__("x", 1), k.nested_unkeyed("x")), "cannot start an array here: a value that"),
        (lambda k: (k.nested_keyed("x"), k.nested_unkeyed("x")), "cannot start an array here: an object"),
        (lambda k: (k.__setitem__("x", []), k.nested_keyed("x")), "cannot start an object here: an array"),
        (lambda k: (k.super_encoder("x"), k.nested_keyed("x")), "an object here: the value of a super encoder"),
    ],
)
def test_a_container_cannot_replace_another_kind_of_value(rival: type[Layers], act: Any, said: str) -> None:
    """Where Swift traps there is an error with the path, and the call goes on if it is caught."""
    caught = []

    def attempt(to: Any) -> None:
        try:
            act(to.keyed())
        except WriterStateError as error:
            caught.append(error)
        to.keyed()["x"] = 0

    assert encode({"a": [Own(attempt)]}, rival) == '{"a":[{"x":0}]}'
    assert said in caught[0].reason and caught[0].path == ("a", 0, "x") and not hasattr(caught[0], "__notes__")


@by_rival
@pytest.mark.parametrize(
    "act",
    [
        lambda to: (to.single().set(1), to.keyed()),
        lambda to: (to.single().set(1), to.unkeyed()),
        lambda to: (to.single().set(1), to.single().set(2)),
        lambda to: (to.keyed(), to.unkeyed()),
        lambda to: (to.unkeyed(), to.keyed()),
        lambda to: (to.unkeyed(), to.single().set([])),
    ],
)
def test_an_encoder_takes_one_value(rival: type[Layers], act: Any) -> None:
    """A second one of another kind is an error with the path of the first."""
    with pytest.raises(WriterStateError) as error:
        encode({"a": Own(act)}, rival)
    assert error.value.path == ("a",) and not hasattr(error.value, "__notes__")


@by_rival
def test_encoding_nothing_is_an_error_with_the_path(rival: type[Layers]) -> None:
    """Unless the options say that it is an object, and then still at the root."""
    with pytest.raises(InvalidValueError, match=r"test_containers\.Nothing encodes nothing") as error:
        encode({"x": [Nothing()]}, rival)
    assert error.value.path == ("x", 0)
    assert encode([Nothing()], rival, nothing="object") == "[{}]"
    assert encode({"test": Nothing()}, rival, nothing="object") == '{"test":{}}'
    with pytest.raises(InvalidValueError) as error:
        encode(Nothing(), rival, nothing="object")
    assert error.value.path == ()


@by_rival
def test_what_is_returned_is_not_lost_in_silence(rival: type[Layers]) -> None:
    """Who returns the value, as for a hook, is told where it goes; also where encoding nothing would be an object."""

    class Returning:
        def __encode__(self, to: Any) -> dict[str, int]:
            return {"a": 1}

    for nothing in ("raise", "object"):
        with pytest.raises(InvalidValueError, match=r"the dict .* returned is ignored.*\bto\.single"):
            encode([Returning()], rival, nothing=nothing)


def test_user_info_is_the_options() -> None:
    """On every encoder, super encoders too."""
    info = object()
    seen = []

    def act(to: Any) -> None:
        seen.append(to.user_info)
        seen.append(to.keyed().super_encoder().user_info)

    encode([Own(act)], user_info=info)
    assert seen == [info, info]


def test_plain_scalars_are_not_asked_about() -> None:
    """The host sees neither text nor number, unless a rule of the caller's may concern it; a float must be finite."""
    host = Host()
    values = ["a", 1, 1.5, True, None]
    write = Own(lambda to: [to.unkeyed().append(value) for value in values] and None)
    assert host.plain(write, (), 0) == values and [seen[0] for seen in host.seen] == [write]
    strict = Host(keeps_scalars=False)
    assert strict.plain(write, (), 0) == values
    assert strict.seen[1:] == [(value, (index,), 1) for index, value in enumerate(values)]


@by_rival
def test_the_end_of_pythons_stack_passes(rival: type[Layers]) -> None:
    """Where the limit of depth is beyond it, RecursionError comes out, and the next call is clean."""
    host = Host(rival, max_depth=10**9)

    class Endless:
        def __encode__(self, to: Any) -> None:
            to.unkeyed().append(self)

    with pytest.raises(RecursionError):
        host.plain(Endless(), (), 0)
    assert host.plain(Sub(), (), 0) == {"name": "n", "super": {"id": 7}, "base": {"id": 7}}


def test_deep_containers_need_no_stack() -> None:
    """300,000 nested containers and 100,000 super encoders are made, completed and freed without a crash."""
    paths = []

    def act(to: Any) -> None:
        container = to.unkeyed()
        for _ in range(150_000):
            container = container.nested_keyed().nested_unkeyed("k")
        paths.append(container.path)

    plain = Host().plain(Own(act), (), 0)
    assert len(paths[0]) == 300_000 and paths[0][-2:] == (0, "k") and type(plain[0]) is dict

    def act_on_supers(to: Any) -> None:
        for _ in range(100_000):
            to = to.keyed().super_encoder()
        paths.append(to.path)

    plain = Host().plain(Own(act_on_supers), (), 0)
    for _ in range(100_000):
        plain = plain["super"]
    assert plain == {} and len(paths[1]) == 100_000


@by_rival
@pytest.mark.parametrize("fails", [False, True])
def test_nothing_is_kept_alive(rival: type[Layers], fails: bool) -> None:
    """When a call is over its values are freed at once, without the help of the garbage collector."""

    def act(to: Any) -> None:
        nested = to.keyed().nested_keyed("n").nested_unkeyed("m")
        to.keyed().super_encoder().keyed().super_encoder().unkeyed()
        try:
            nested.append(object())
        except UnsupportedTypeError:
            pass
        if fails:
            nested.append(object())

    gc.disable()
    try:
        value, host = Own(act), Host(rival)
        alive = [weakref.ref(value), weakref.ref(host)]
        try:
            host.plain({"a": [value]}, (), 0)
        except UnsupportedTypeError:
            pass
        assert host.layers.open == [] and host.layers.said is None
        host.layers = None  # type: ignore[assignment]  # the call's end
        host.seen.clear()
        del value, host
        assert [one() for one in alive] == [None, None]
    finally:
        gc.enable()


@by_rival
@pytest.mark.parametrize("seed", range(40))
def test_any_value_comes_out_of_any_containers(rival: type[Layers], seed: int) -> None:
    """A random value that spells itself through containers chosen by chance is that value again, in order."""
    chance = random.Random(seed)
    value = own_host.a_value(chance)
    plain = Host(rival).plain(own_host.Spelled(value, chance), (), 0)
    assert repr(plain) == repr(value)


def test_an_own_type_is_told_by_its_class() -> None:
    """Not by what an instance answers; None takes an inherited method away."""

    class Inherits(Base):
        pass

    class Takes(Base):
        __encode__ = None  # type: ignore[assignment]

    class Answers:
        def __getattr__(self, name: str) -> Any:
            return lambda to: None

    assert is_own(Base) and is_own(Inherits) and not is_own(Takes) and not is_own(Answers) and not is_own(dict)
