"""Is every container written as what it is, whole, once, and with its own place, in a real call?"""

from __future__ import annotations

import io
import json
import threading
from collections import ChainMap, Counter, OrderedDict, UserDict, UserList, defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType, SimpleNamespace
from typing import Any

import nesting
import pytest
from absence import needed
from covering import by_recipe

import encoder
from encoder import Encoder


class Squares(Mapping[int, int]):
    """Keys that are no str, in an order of its own, and a length that is a lie."""

    def __getitem__(self, key: int) -> int:
        return key * key

    def __iter__(self) -> Iterator[int]:
        return iter((3, 1, 2))

    def __len__(self) -> int:
        return 99


class Missing(dict[str, Any]):
    def __missing__(self, key: str) -> Any:
        raise AssertionError("nobody asks for what is not there")


class Chatty(dict[str, Any]):
    """Answers every attribute with an item."""

    def __getattr__(self, name: str) -> Any:
        return self[name]


class Silent(dict[str, Any]):
    def __getattribute__(self, name: str) -> Any:
        if name.startswith("__") and name not in ("__class__", "__dict__"):
            raise OSError(name)
        return dict.__getattribute__(self, name)


MAPPINGS: list[tuple[Any, bytes]] = [
    (ChainMap({"b": 2}, {"a": 1, "b": 3}), b'{"a":1,"b":2}'),
    (UserDict(z=1, a=[2]), b'{"z":1,"a":[2]}'),
    (OrderedDict(z=1, a=2), b'{"z":1,"a":2}'),
    (defaultdict(list, a=[1]), b'{"a":[1]}'),
    (Counter("aab"), b'{"a":2,"b":1}'),
    (MappingProxyType({"p": (1,)}), b'{"p":[1]}'),
    (Squares(), b'{"3":9,"1":1,"2":4}'),
    (Missing(a=1), b'{"a":1}'),
    (Chatty(a=1, items=2, keys=3, _fields=4), b'{"a":1,"items":2,"keys":3,"_fields":4}'),
    (Chatty(), b"{}"),
    (Silent(a=1), b'{"a":1}'),
    (ChainMap(), b"{}"),
]


@by_recipe
def test_mappings_are_objects_in_their_own_order(recipe: encoder.Recipe) -> None:
    """Never a list of their keys, whatever is allowed, sorted where it is asked; and they stay as they were."""
    for options in ({}, {"iterables": "array", "classes": "fields"}):
        one = Encoder(recipe, **options)
        assert one.encode([value for value, _ in MAPPINGS]) == b"[" + b",".join(text for _, text in MAPPINGS) + b"]"
        for value, text in MAPPINGS:
            assert one.encode(value) == text, type(value)
    assert encoder.encode(MAPPINGS[1][0], recipe=recipe, sort_keys=True) == b'{"a":[2],"z":1}'
    assert encoder.encode(Squares(), recipe=recipe, sort_keys=True) == b'{"1":1,"2":4,"3":9}'
    assert dict(MAPPINGS[3][0]) == {"a": [1]} and dict(MAPPINGS[4][0]) == {"a": 2, "b": 1}


@by_recipe
def test_sequences_and_sets_are_arrays(recipe: encoder.Recipe) -> None:
    """What holds its members is an array by default; what has to be consumed only by option, and then once; a text
    or bytes never."""
    one, more = Encoder(recipe), Encoder(recipe, iterables="array")
    held = [deque([1, [2]]), range(3), UserList([1]), {1: 1}.keys(), {"a": {1}}.values(), {"a": 1}.items(), {7}, (1,)]
    text = b'[[1,[2]],[0,1,2],[1],[1],[[1]],[["a",1]],[7],[1]]'
    assert one.encode(held) == text == more.encode(held)
    makers: list[Callable[[], Any]] = [
        lambda: (number for number in range(3)),
        lambda: iter([0, 1, 2]),
        lambda: map(int, "012"),
        lambda: filter(lambda number: number < 3, [0, 1, 2]),
        lambda: zip([0, 1, 2], strict=True),
        lambda: reversed([2, 1, 0]),
    ]
    for make in makers:
        lazy = make()
        with pytest.raises(encoder.UnsupportedTypeError, match="iterables='array'") as caught:
            one.encode([1, lazy])
        assert caught.value.path == (1,)
        rest = list(make())
        assert list(lazy) == rest  # a refusal takes nothing from it
        lazy = make()
        assert json.loads(more.encode({"a": lazy})) == {"a": [*map(list, rest)] if type(rest[0]) is tuple else rest}
        assert list(lazy) == []
        with pytest.raises(encoder.UnsupportedTypeError):
            more.encode({make(): 1})
    assert more.encode(["ab", b"ab", bytearray(b"ab"), memoryview(b"ab")]) == b'["ab","YWI=","YWI=","YWI="]'


@by_recipe
def test_an_iterator_that_fails_is_cut_off_at_its_place(recipe: encoder.Recipe) -> None:
    """Its own error with a note of the member; nothing of a small value reaches a file, not even a bracket; the
    generator was closed by its own error, one that a member failed in is left where it was."""

    def rows(count: int) -> Iterator[Any]:
        for number in range(count):
            yield {"n": number}
        raise LookupError("row")

    one = Encoder(recipe, iterables="array")
    for count in (0, 2):
        file = io.BytesIO()
        for write in (one.encode, lambda value, file=file: one.dump(value, file)):
            with pytest.raises(LookupError) as caught:
                write({"rows": rows(count)})
            assert caught.value.__notes__ in (
                [f"while encoding $.rows[{count}]"],
                [f"while encoding $.rows[{count - 1}]"] if count else ["while encoding $.rows"],
            )
        assert file.getvalue() == b"" and one.encode([1]) == b"[1]"
    left = iter([1, object, 3])
    with pytest.raises(encoder.UnsupportedTypeError) as refused:
        one.encode({"rows": left})
    assert refused.value.path == ("rows", 1) and list(left) == [3]


class Base:
    def __encode__(self, to: Any) -> None:
        to.keyed()["id"] = 7


class Sub(Base):
    def __encode__(self, to: Any) -> None:
        keyed = to.keyed()
        keyed["name"] = "n"
        Base.__encode__(self, keyed.super_encoder())
        Base.__encode__(self, keyed.super_encoder("base"))
        keyed.super_encoder("unused")


def own(act: Callable[[Any], Any]) -> Any:
    return nesting.Own(lambda to, value: act(to), None)


class InList(Base):
    def __encode__(self, to: Any) -> None:
        unkeyed = to.unkeyed()
        unkeyed.append(1)
        late = unkeyed.super_encoder()
        unkeyed.append([2.5, b"\0"])
        Base.__encode__(self, late)


def late(to: Any) -> None:
    keyed = to.keyed()
    nested = keyed.nested_keyed("n")
    keyed["after"] = 1
    nested["late"] = [2]
    one = keyed.super_encoder("s")
    keyed["end"] = 3
    one.keyed()["x"] = nested.path
    to.keyed().nested_keyed("n")["later"] = to.path


@by_recipe
def test_super_encoders_and_nested_containers_keep_their_places(recipe: encoder.Recipe) -> None:
    """In every tree: the place is that of creation, the value may come later, two that ask for one key share it, and
    a super encoder that was never used is an empty object."""
    one = Encoder(recipe)
    sub = b'{"name":"n","super":{"id":7},"base":{"id":7},"unused":{}}'
    assert one.encode([Sub(), InList()]) == b"[" + sub + b',[1,{"id":7},[2.5,"AA=="]]]'
    assert one.encode(own(late)) == b'{"n":{"late":[2],"later":[]},"after":1,"s":{"x":["n"]},"end":3}'
    assert one.encode({"k": own(late)}).startswith(
        b'{"k":{"n":{"late":[2],"later":["k"]},"after":1,"s":{"x":["k","n"]}'
    )
    laid = json.dumps(json.loads(one.encode([Sub(), InList()])), indent=2).encode()
    assert encoder.encode([Sub(), InList()], recipe=recipe, indent=2) == laid
    ordered = encoder.encode([Sub()], recipe=recipe, sort_keys=True)
    assert ordered == b'[{"base":{"id":7},"name":"n","super":{"id":7},"unused":{}}]'


class Wrap:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __encode__(self, to: Any) -> None:
        to.single().set(self.value)


@by_recipe
def test_a_single_value_may_be_anything_and_nothing_is_an_error(recipe: encoder.Recipe) -> None:
    """An object, an array, a scalar, an own type that does the same; a type that encodes nothing is an error with its
    path, or by option an empty object, unless it is at the root."""
    one = Encoder(recipe)
    values = [
        Wrap(Base()),
        Wrap(Wrap(3)),
        {"w": Wrap((1, {2}))},
        Wrap(None),
        Wrap(b"\0"),
        Wrap(nesting.Record(Wrap([]))),
    ]
    assert one.encode(values) == b'[{"id":7},3,{"w":[1,[2]]},null,"AA==",{"a":[],"b":1}]'
    for value, text in zip(values, (b'{"id":7}', b"3", b'{"w":[1,[2]]}', b"null", b'"AA=="'), strict=False):
        assert one.encode(value) == text
    nothing = own(lambda to: None)
    for value, path in (
        (nothing, ()),
        ({"x": nothing}, ("x",)),
        ([1, Wrap(nothing)], (1,)),
        ({"x": [nothing]}, ("x", 0)),
    ):
        with pytest.raises(encoder.InvalidValueError, match="encodes nothing") as caught:
            one.encode(value)
        assert caught.value.path == path and one.encode([1]) == b"[1]"
    lax = Encoder(recipe, nothing="object")
    assert lax.encode({"x": [nothing]}) == b'{"x":[{}]}'
    with pytest.raises(encoder.InvalidValueError):
        lax.encode(nothing)


@by_recipe
def test_paths_are_snapshots(recipe: encoder.Recipe) -> None:
    """A path that user code keeps stays as it was, in containers, below hooks and in what comes after a failure."""
    seen: list[Any] = []

    def inner(to: Any) -> None:
        seen.append(to.path)
        to.single().set(5)

    def outer(to: Any) -> None:
        seen.append(to.path)
        keyed = to.keyed()
        nested = keyed.nested_keyed("inner")
        seen.append(nested.path)
        nested["x"] = 1
        keyed["y"] = [own(inner)]

    one = Encoder(recipe, default=lambda value: [0, own(outer)])
    assert one.encode({"root": own(outer)}) == b'{"root":{"inner":{"x":1},"y":[5]}}'
    assert seen == [("root",), ("root", "inner"), ("root", "y", 0)]
    del seen[:]
    assert one.encode({1: (1j,)}) == b'{"1":[[0,{"inner":{"x":1},"y":[5]}]]}'
    assert seen == [("1", 0, 1), ("1", 0, 1, "inner"), ("1", 0, 1, "y", 0)]
    for _ in range(3):
        with pytest.raises(encoder.UnsupportedTypeError) as caught:
            Encoder(recipe).encode({"deep": {"er": [own(lambda to: to.keyed().nested_unkeyed("k").append(object))]}})
        assert caught.value.path == ("deep", "er", 0, "k", 0)
    with pytest.raises(encoder.UnsupportedTypeError) as caught:
        Encoder(recipe).encode({"z": object()})
    assert caught.value.path == ("z",)


@dataclass
class Asked:
    """A record of which every field runs a function when it is asked for."""

    a: int
    act: Callable[[], Any]

    def __getattribute__(self, name: str) -> Any:
        if name == "a":
            object.__getattribute__(self, "act")()
        return 1 if name == "act" else object.__getattribute__(self, name)


class Items(dict[str, Any]):
    act: Callable[[], Any]

    def items(self) -> Any:
        self.act()
        return list(super().items())


@by_recipe
@pytest.mark.parametrize("levels", [1, 300])
def test_any_code_may_write_into_an_outer_container(levels: int, recipe: encoder.Recipe) -> None:
    """Hooks, generators, fields, items and inner own types that are asked while a value is put into a container may
    put more into the same one, of any depth: what they put comes before, and what was being put is whole."""
    holder = SimpleNamespace()

    def touch() -> int:
        holder.count += 1
        deep: Any = 1
        for _ in range(levels):
            deep = [deep]
        holder.keyed[f"t{holder.count}"] = deep
        holder.keyed.nested_unkeyed("more").append({"n": deep})
        return 7

    items = Items(i=1)
    items.act = touch
    values = {
        "hook": ([1j, 1j], [7, 7]),
        "generator": ((touch() for _ in range(3)), [7, 7, 7]),
        "field": ([Asked(1, touch)], [{"a": 1, "act": 1}]),
        "items": ([items, items], [{"i": 1}, {"i": 1}]),
        "own": ([own(lambda to: to.unkeyed().append(touch()))], [[7]]),
    }
    for name, (value, shape) in values.items():

        def fill(to: Any, value: Any = value) -> None:
            holder.keyed, holder.count = to.keyed(), 0
            holder.keyed["v"] = [0, value, {"k": 5}]

        one = Encoder(recipe, default=lambda value: touch(), iterables="array", max_depth=2000)
        text = one.encode([9, own(fill), 8])
        inner = b"[" * levels + b"1" + b"]" * levels
        more = b",".join([b'{"n":' + inner + b"}"] * holder.count)
        first = b'"t1":' + inner + b',"more":[' + more + b"]"
        rest = b"".join(b',"t%d":' % number + inner for number in range(2, holder.count + 1))
        put = json.dumps([0, shape, {"k": 5}], separators=(",", ":")).encode()
        assert text == b"[9,{" + first + rest + b',"v":' + put + b"},8]", name


@by_recipe
def test_a_container_stays_in_its_thread_and_greenlet(recipe: encoder.Recipe) -> None:
    """Another one that puts a value into it while its call waits in a hook is told so: a WriterStateError there, the
    whole text here, and the next call is clean."""
    greenlet = needed("greenlet")
    for way in ("thread", "greenlet"):
        holder = SimpleNamespace()
        errors: list[Any] = []

        def intrude(holder: Any = holder, errors: list[Any] = errors) -> None:
            try:
                holder.keyed["t"] = [1, {2}]
            except encoder.WriterStateError as error:
                errors.append(error)

        def hook(value: Any, way: str = way, intrude: Callable[[], None] = intrude) -> int:
            if way == "thread":
                thread = threading.Thread(target=intrude)
                thread.start()
                thread.join(30)
            else:
                greenlet.greenlet(intrude).switch()
            return 7

        def fill(to: Any, holder: Any = holder) -> None:
            holder.keyed = to.keyed()
            holder.keyed["a"] = [1, 1j, {"z": [2]}]

        assert encoder.encode([own(fill), 7], recipe=recipe, default=hook) == b'[{"a":[1,7,{"z":[2]}]},7]'
        assert len(errors) == 1 and encoder.encode([1], recipe=recipe) == b"[1]"
