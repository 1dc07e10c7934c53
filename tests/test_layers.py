"""Do the three ways to make encoders give the same results, and differ in what they make?"""

from __future__ import annotations

import math
import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import own_host
import pytest
from own_host import RIVALS, Host, Own

from encoder.axes.layers import Layer, Layers, New, Reused, Shared
from encoder.errors import InvalidValueError, WriterStateError

by_rival = pytest.mark.parametrize("rival", RIVALS.values(), ids=RIVALS)


def encoders_made(rival: type[Layers], value: Any) -> int:
    """How many encoders a call makes that own their state."""
    host = Host(rival)
    made = []

    class Counted(host.layers.layer):  # type: ignore[name-defined]
        __slots__ = ()

        def __init__(self, *where: Any) -> None:
            made.append(None)
            super().__init__(*where)

    host.layers.layer = Counted
    host.plain(value, (), 0)
    return len(made)


def points(count: int) -> list[Own]:
    def act(to: Any) -> None:
        to.keyed()["x"] = 1
        to.keyed()["y"] = 2

    return [Own(act) for _ in range(count)]


def chain(length: int) -> Any:
    """Own types one in the other."""
    value: Any = 1
    for _ in range(length):
        value = Own(lambda to, value=value: to.single().set(value))
    return value


@pytest.mark.parametrize("seed", range(60))
def test_all_rivals_give_the_same(seed: int) -> None:
    """For random values in random containers: the same value, with the members in the same order."""
    value = own_host.a_value(random.Random(seed), 5)
    plains = [Host(rival).plain(own_host.Spelled(value, random.Random(seed)), (), 0) for rival in RIVALS.values()]
    assert [repr(plain) for plain in plains] == [repr(value)] * 3


@pytest.mark.parametrize(("rival", "siblings", "nested"), [(Shared, 0, 0), (New, 50, 50), (Reused, 1, 50)])
def test_what_each_rival_makes(rival: type[Layers], siblings: int, nested: int) -> None:
    """Of 50 siblings and of 50 levels: none, one each, or one for all siblings and one a level."""
    assert encoders_made(rival, points(50)) == siblings
    assert encoders_made(rival, chain(50)) == nested


def test_a_spare_serves_every_level() -> None:
    """30 chains of 4 levels need one encoder a level, since a spare keeps its own spare."""
    assert encoders_made(Reused, [chain(4) for _ in range(30)]) == 4
    assert encoders_made(Reused, Own(lambda to: [to.unkeyed().append(chain(3)) for _ in range(30)] and None)) == 4


@pytest.mark.parametrize("what", ["encoder", "container", "nested", "single"])
def test_what_user_code_holds_is_not_used_again(what: str) -> None:
    """Held by itself or through one of its containers, an encoder is left alone."""
    held = []

    def act(to: Any) -> None:
        if what == "encoder":
            held.append(to)
            to.single().set(1)
        elif what == "container":
            held.append(to.unkeyed())
        elif what == "nested":
            held.append(to.unkeyed().nested_keyed())
        else:
            held.append(to.single())
            held[-1].set(1)

    assert encoders_made(Reused, [Own(act) for _ in range(5)]) == 5
    encoders = [one if what == "encoder" else one.to for one in held]
    assert len(set(map(id, encoders))) == 5


def test_what_a_generator_holds_is_not_used_again() -> None:
    """A frame of user code that goes on after its __encode__ has returned keeps its encoder too."""
    held = []

    def act(to: Any) -> None:
        def later() -> Any:
            yield
            to.keyed()["late"] = 1

        held.append(later())
        next(held[-1])
        to.single().set(1)

    assert encoders_made(Reused, [Own(act) for _ in range(5)]) == 5
    with pytest.raises(WriterStateError):
        next(held[0])


@by_rival
def test_a_kept_encoder_is_void(rival: type[Layers]) -> None:
    """It raises with the path of its value, whichever method is called, also while others are being written."""
    kept: dict[str, Any] = {}

    def child(to: Any) -> None:
        keyed = to.keyed()
        kept.update(
            to=to,
            keyed=keyed,
            inner=keyed.nested_keyed("i"),
            list=keyed.nested_unkeyed("l"),
            super=keyed.super_encoder(),
        )

    uses: dict[str, list[Callable[[Any], Any]]] = {
        "to": [lambda to: to.keyed(), lambda to: to.unkeyed(), lambda to: to.single(), lambda to: to.user_info],
        "keyed": [
            lambda k: k.__setitem__("x", 1),
            lambda k: k.nested_keyed("x"),
            lambda k: k.nested_unkeyed("x"),
            lambda k: k.super_encoder("x"),
        ],
        "list": [
            lambda u: u.append(1),
            lambda u: u.nested_keyed(),
            lambda u: u.nested_unkeyed(),
            lambda u: u.super_encoder(),
        ],
    }
    uses["inner"], uses["super"] = uses["keyed"], uses["to"]
    places = {"to": (), "keyed": (), "inner": ("i",), "list": ("l",), "super": ("super",)}
    tried = []

    def use_all() -> None:
        for name, place in places.items():
            for ask in (*uses[name], lambda one: one.path):
                with pytest.raises(WriterStateError, match="its value is written") as error:
                    ask(kept[name])
                assert error.value.path == ("a", 0, *place)
                tried.append(name)

    def use(to: Any) -> None:
        use_all()
        to.single().set("fine")

    def parent(to: Any) -> None:
        keyed = to.keyed()
        keyed["a"] = [Own(child)]
        use(keyed.super_encoder())
        keyed["b"] = Own(use)

    plain = Host(rival).plain(Own(parent), (), 0)
    assert plain == {"a": [{"i": {}, "l": [], "super": {}}], "super": "fine", "b": "fine"}
    use_all()
    assert len(tried) == 3 * 25


@by_rival
def test_a_parent_is_written_to_while_a_child_is_open(rival: type[Layers]) -> None:
    """Its containers stay its own: places, paths and what is below them, whoever is running."""
    seen: list[Any] = []
    outer: list[Any] = []

    def grandchild(to: Any) -> None:
        seen.append(to.path)
        to.single().set(len(seen))

    def child(to: Any) -> None:
        mine = to.keyed()
        outer[0]["early"] = Own(grandchild)
        seen.append(outer[0].path)
        mine["own"] = Own(grandchild)
        outer[0].nested_unkeyed("list").append([Own(grandchild)])
        seen.append(to.path)

    def parent(to: Any) -> None:
        outer.append(to.keyed())
        outer[0]["child"] = Own(child)
        seen.append(to.path)

    plain = Host(rival).plain([Own(parent)], (), 0)
    assert repr(plain) == "[{'early': 1, 'list': [[4]], 'child': {'own': 3}}]"
    assert seen == [(0, "early"), (0,), (0, "child", "own"), (0, "list", 0, 0), (0, "child"), (0,)]


@by_rival
@pytest.mark.parametrize("way", ["keyed", "unkeyed", "single", "super"])
def test_a_failed_child_leaves_nothing_to_the_next(rival: type[Layers], way: str) -> None:
    """Two values after a child that failed half-way are themselves, not what it had begun."""

    def fails(to: Any) -> None:
        if way == "single":
            to.single().set({"begun": 1})
        elif way == "unkeyed":
            to.unkeyed().append("begun")
        elif way == "super":
            to.unkeyed().super_encoder().keyed()["begun"] = 1
        else:
            to.keyed()["begun"] = 1
        raise OSError

    def act(to: Any) -> None:
        unkeyed = to.unkeyed()
        for _ in range(2):
            with pytest.raises(OSError):
                unkeyed.append([Own(fails)])
            unkeyed.append(Own(lambda to: to.single().set(None)))
            unkeyed.append(Own(lambda to: to.single().set(None)))
            unkeyed.append(Own(lambda to: to.keyed().__setitem__("a", 1)))
            with pytest.raises(InvalidValueError):
                unkeyed.append(Own(lambda to: None))

    host = Host(rival)
    expected = [None, None, {"a": 1}] * 2
    assert host.plain(Own(act), (), 0) == expected
    assert host.plain(Own(act), (), 0) == expected


def test_a_spare_is_empty() -> None:
    """It keeps nothing of the value that it was there for, nor of the call's other levels."""
    host = Host(Reused)
    host.plain(["a", points(1)], (), 0)
    spare = host.layers.spare  # type: ignore[attr-defined]
    assert isinstance(spare, Layer)
    assert (spare.layers, spare.opened, spare.supers, spare.place, spare.spare) == (None, None, None, (), None)


@by_rival
def test_calls_share_nothing(rival: type[Layers]) -> None:
    """A call that is made inside another one has encoders of its own, and a new one begins with none."""
    outer = Host(rival)
    inner: list[Any] = []

    def act(to: Any) -> None:
        keyed = to.keyed()
        keyed["before"] = chain(2)
        inner.append(Host(rival).plain({"k": points(1)}, (), 0))
        keyed["after"] = chain(2)

    assert outer.plain([Own(act)], (), 0) == [{"before": 1, "after": 1}]
    assert inner == [{"k": [{"x": 1, "y": 2}]}]
    assert outer.layers.open == []


def test_shared_drops_what_it_is_done_with() -> None:
    """Its stack is empty after a call, also after one that failed."""
    host = Host(Shared)
    host.plain(points(3), (), 0)
    with pytest.raises(InvalidValueError):
        host.plain(Own(lambda to: to.keyed().__setitem__("a", [points(1), math.nan])), (), 0)
    assert host.layers.stack == []  # type: ignore[attr-defined]


def test_a_spare_saves_its_allocation() -> None:
    """Own types one in the other are all open at once: with spares at hand the peak is at least a fifth lower."""
    peaks = {}
    for name, rival in RIVALS.items():
        value, host = chain(100), Host(rival)
        host.plain(value, (), 0)  # what is made once, and the spares
        host.seen.clear()
        tracemalloc.start()
        host.plain(value, (), 0)
        peaks[name] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert peaks["reused"] < 0.8 * min(peaks["new"], peaks["shared"]), peaks
