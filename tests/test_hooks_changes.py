"""What may code of the user's change, and lie about, while its values are being written?"""

from __future__ import annotations

import gc
import itertools
import json
from collections.abc import Callable
from typing import Any

import corpus
import pytest

import encoder

RECIPES = corpus.recipes()
TREES = [encoder.Recipe(tree=name) for name in encoder.strategies()["tree"]]
by_tree = pytest.mark.parametrize("recipe", TREES, ids=lambda recipe: recipe.tree)


class X:
    """What the hook is asked about."""


def outcome(value: Any, hook: Callable[[Any], Any], recipe: encoder.Recipe) -> str:
    """ "changed", or the text, which must be JSON with no key twice; the next call is clean either way."""
    try:
        text = encoder.encode(value, default=hook, recipe=recipe)
    except (encoder.ChangedDuringEncodingError, encoder.CircularReferenceError):
        text = b"changed"
    else:
        json.loads(text, object_pairs_hook=unique)
    assert encoder.encode({"ok": [1]}, recipe=recipe) == b'{"ok":[1]}'
    return text.decode()


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    assert len(members) == len(pairs), "a key is there twice"
    return members


LIST_CHANGES: dict[str, Callable[[list[Any]], Any]] = {
    "clear": lambda items: items.clear(),
    "pop": lambda items: items.pop(),
    "pop first": lambda items: items.pop(0),
    "append": lambda items: items.append(1),
    "append itself": lambda items: items.append(items),
    "extend": lambda items: items.extend([X()] * 1000),
    "slice": lambda items: items.__setitem__(slice(None), [1] * 500),
    "replace all": lambda items: items.__setitem__(slice(None), [[9]] * len(items)),
    "swap": lambda items: items.__setitem__(-1, {"z": [1]}),
    "reverse": lambda items: items.reverse(),
    "sort": lambda items: items.sort(key=id),
    "clear and fill": lambda items: (items.clear(), items.extend(range(3))),
}


@by_tree
@pytest.mark.parametrize("change", LIST_CHANGES)
@pytest.mark.parametrize("where", ["own", "parent", "grandparent", "before"])
def test_a_hook_may_change_a_list_that_is_being_written(change: str, where: str, recipe: encoder.Recipe) -> None:
    """Valid JSON or "changed", never a crash, however far up the list is; and the process goes on."""
    for at in range(3):
        items: list[Any] = [[1], {"a": [2]}, "three", [[4]]]
        done: list[Any] = []

        def hook(thing: Any, items: list[Any] = items, done: list[Any] = done) -> Any:
            if not done:
                done.append(LIST_CHANGES[change](items))
            return {"h": [0]}

        items.insert(at, {"own": X(), "parent": [X(), 1], "grandparent": {"k": [X(), [2]]}, "before": 0}[where])
        outcome([X() if where == "before" else 0, items, items, 5], hook, recipe)


DICT_CHANGES: dict[str, Callable[[dict[Any, Any]], Any]] = {
    "clear": lambda table: table.clear(),
    "pop": lambda table: table.popitem(),
    "pop first": lambda table: table.pop(next(iter(table))),
    "add": lambda table: table.update(new=1),
    "add itself": lambda table: table.update(new=table),
    "grow": lambda table: table.update({f"n{i}": i for i in range(1000)}),
    "set": lambda table: table.update(dict.fromkeys(table, [9])),
    "odd key": lambda table: table.update({1: 1}),
    "move first": lambda table: table.update(b=table.pop("b")),
    "replace": lambda table: (table.pop("b"), table.update(new=1)),
    "clear and fill": lambda table: (table.clear(), table.update(dict.fromkeys("edcba", 1))),
    "fill with odd keys": lambda table: (table.clear(), table.update(dict.fromkeys(range(5), 1))),
}


@by_tree
@pytest.mark.parametrize("change", DICT_CHANGES)
@pytest.mark.parametrize("where", ["own", "parent", "grandparent", "before"])
def test_a_hook_may_change_a_dict_that_is_being_written(change: str, where: str, recipe: encoder.Recipe) -> None:
    """Valid JSON without a key twice, or "changed"; never a crash, whatever happens to the table."""
    for at in "abcde":
        table: dict[Any, Any] = {"a": [1], "b": {"x": 1}, "c": "three", "d": [[4]], "e": None}
        done: list[Any] = []

        def hook(thing: Any, table: dict[Any, Any] = table, done: list[Any] = done) -> Any:
            if not done:
                done.append(DICT_CHANGES[change](table))
            return {"h": [0]}

        table[at] = {"own": X(), "parent": [X(), 1], "grandparent": {"k": [X(), [2]]}, "before": 0}[where]
        outcome([X() if where == "before" else 0, table, table, 5], hook, recipe)


@by_tree
@pytest.mark.parametrize("members", range(2, 9))
def test_no_field_is_lost_or_doubled(members: int, recipe: encoder.Recipe) -> None:
    """A member that is taken out and put back, so that the size stays and the table is built anew, is noticed."""
    names = "abcdefgh"[:members]
    for at in names:
        for moved in names:
            table: dict[str, Any] = {name: 1 for name in names}
            table[at] = X()

            def hook(thing: Any, table: dict[str, Any] = table, moved: str = moved) -> Any:
                table.pop(moved)
                table[moved] = 9
                return 0

            text = outcome(table, hook, recipe)
            assert text == "changed" or sorted(json.loads(text)) == sorted(names)


@by_tree
def test_no_reordering_is_missed(recipe: encoder.Recipe) -> None:
    """A dict that is emptied and filled again in any other order: "changed", or every field once."""
    for names in itertools.permutations("abcd"):
        for at in "abcd":
            table: dict[str, Any] = dict.fromkeys("abcd", 1)
            table[at] = X()

            def hook(thing: Any, table: dict[str, Any] = table, names: tuple[str, ...] = names) -> Any:
                table.clear()
                table.update(dict.fromkeys(names, 9))
                return 0

            text = outcome(table, hook, recipe)
            assert text == "changed" or sorted(json.loads(text)) == list("abcd")


@by_tree
def test_a_hook_may_change_what_odd_keys_and_subclasses_hold(recipe: encoder.Recipe) -> None:
    """A dict with odd keys, or of a subclass, is read once, when it is met."""
    for table in ({1: X(), "b": [2], 3: 4}, corpus.OrderedDict(a=X(), b=2), corpus.Table(a=X(), b=2)):
        expected = encoder.encode(table, default=lambda x: 0, recipe=recipe)

        def hook(thing: Any, table: dict[Any, Any] = table) -> Any:
            table.clear()
            return 0

        assert outcome(table, hook, recipe) == expected.decode()


@by_tree
def test_a_hook_may_drop_the_last_reference(recipe: encoder.Recipe) -> None:
    """A value whose parents were all thrown away is still written from memory that is there."""
    for shape in (lambda: [[[X(), "tail" * 100]]], lambda: {"a": {"b": {"c": X(), "d": "tail" * 100}}}):
        holder = [shape(), "end"]

        def hook(thing: Any, holder: list[Any] = holder) -> Any:
            holder.clear()
            [bytearray(size) for size in range(0, 4000, 50)]  # takes the freed memory
            return 0

        outcome(holder, hook, recipe)


class Clearing(corpus.Person):
    """A record that empties a container when a field of it is read."""

    container: Any = None

    @property
    def age(self) -> Any:
        self.container.clear()
        return [1]

    @age.setter
    def age(self, new: Any) -> None:
        pass


@by_tree
def test_a_property_may_change_what_is_being_written(recipe: encoder.Recipe) -> None:
    """Fields are asked one by one, in the middle of a run: the containers above may change meanwhile."""
    for wrap in (
        lambda record: [record, [1], 2],
        lambda record: {"r": record, "b": 1, "c": [2]},
        lambda record: [[[0, record]], [1]],
    ):
        record = Clearing("n")
        record.container = value = wrap(record)
        assert outcome([value, "end"], lambda x: 0, recipe) == "changed"


@by_tree
def test_a_finalizer_may_change_what_is_being_written(recipe: encoder.Recipe) -> None:
    """What a hook returned dies when it is written; its finalizer runs in the middle of the walk."""

    class Dying(list):
        def __del__(self) -> None:
            target.clear()

    target: list[Any] = [X(), [1], [2]]
    assert outcome([target, 3], lambda x: Dying([1]), recipe) in ("changed", "[[[1],[1],[2]],3]")
    table: dict[str, Any] = {"a": X(), "b": [1]}
    target = table  # type: ignore[assignment]
    assert outcome([table, 3], lambda x: Dying([1]), recipe) in ("changed", '[{"a":[1],"b":[1]},3]')


class Garbage:
    """Found by the collector, not by its count; its end changes what is being written."""

    def __init__(self, change: Callable[[], Any]) -> None:
        self.itself = self
        self.change = change

    def __del__(self) -> None:
        self.change()


def test_a_collection_may_change_what_is_written() -> None:
    """The collector may run in any allocation, its finalizers too: no reference may be merely borrowed then."""
    before = gc.get_threshold()
    try:
        for recipe in RECIPES:
            for make in (
                lambda: {"a": [str(0.5)], 1: ["x" * 50], "b": {2: str(2.5)}, 3: [str(3.5)]},
                lambda: {"a": {1: {2: {3: [str(4.5)]}}}, "b": [[[str(5.5)]], X()]},
                lambda: [str(6.5), {str(7.5): {str(8.5): float("nan")}}],
                lambda: [corpus.Row([corpus.Row([str(9.5)])]), corpus.Table(a=[str(1.5)]), (X(), [X(), X()])],
                lambda: [corpus.Person(str(10.5), [str(11.5)], {5: corpus.Slotted([str(12.5)])})],
            ):
                for threshold in range(1, 12):
                    value = make()
                    containers = [value, *(inner for inner in gc.get_referents(value) if gc.is_tracked(inner))]

                    def change(containers: list[Any] = containers) -> None:
                        for container in containers:
                            if isinstance(container, (list, dict)):
                                container.clear()

                    Garbage(change)
                    gc.set_threshold(threshold, 1, 1)
                    try:
                        encoder.encode(value, recipe=recipe, default=lambda x: [str(13.5)])
                    except (encoder.EncodeError, RuntimeError):
                        pass
                    finally:
                        gc.set_threshold(0)
                    assert encoder.encode([1], recipe=recipe) == b"[1]"
    finally:
        gc.set_threshold(*before)


class Hostile(dict):
    """Says what its `answer` says when asked for its items."""

    answer: Any = None

    def items(self) -> Any:
        return self.answer() if callable(self.answer) else self.answer

    def __len__(self) -> int:
        return 1

    def __iter__(self) -> Any:
        raise RuntimeError("nobody iterates")


def hostile(answer: Any, **members: Any) -> Hostile:
    table = Hostile(members)
    table.answer = answer
    return table


@by_tree
def test_hostile_items_are_errors_or_taken_at_their_word(recipe: encoder.Recipe) -> None:
    """What items() gives is what is written; nonsense is an exception, never a crash."""
    assert encoder.encode(hostile([]), recipe=recipe) == b"{}"
    assert encoder.encode(hostile([("a", 1), ["b", 2]]), recipe=recipe) == b'{"a":1,"b":2}'
    assert encoder.encode(hostile(iter([("a", 1)])), recipe=recipe) == b'{"a":1}'
    for nonsense in ([1], [()], [(1, 2, 3)], None, 5, [None], "abc"):
        with pytest.raises((TypeError, ValueError)):
            encoder.encode(["x", hostile(nonsense)], recipe=recipe)
        assert encoder.encode([1], recipe=recipe) == b"[1]"
    with pytest.raises(ZeroDivisionError):
        encoder.encode(hostile(lambda: 1 / 0), recipe=recipe)


@by_tree
def test_containers_that_lie_about_their_length(recipe: encoder.Recipe) -> None:
    """The text is balanced, whatever __len__ says."""

    class Liar(list):
        def __len__(self) -> int:
            return 1

    class Negative(list):
        def __len__(self) -> int:
            return -1

    assert encoder.encode([Liar(), Liar([1, 2]), hostile([])], recipe=recipe) == b"[[],[1,2],{}]"
    try:
        assert encoder.encode([Negative()], recipe=recipe) == b"[[]]"
    except ValueError:
        pass


@by_tree
def test_keys_with_hostile_equality(recipe: encoder.Recipe) -> None:
    """Keys whose __eq__ and __hash__ raise or change the dict never bring the process down."""

    class Key(int):
        def __eq__(self, other: object) -> bool:
            table.clear()
            raise OSError("compared")

        def __hash__(self) -> int:
            return hash("1")

    table: dict[Any, Any] = {}
    table.update({Key(1): [1], "x": {"y": 1}})
    try:
        json.loads(encoder.encode([table, 1], recipe=recipe))
    except (OSError, encoder.EncodeError):
        pass
    assert encoder.encode([1], recipe=recipe) == b"[1]"


@by_tree
def test_a_key_where_only_texts_should_be(recipe: encoder.Recipe) -> None:
    """A comparison that empties the dict it is asked for leaves a table that CPython takes for one of texts."""

    class Key(int):
        def __eq__(self, other: object) -> bool:
            table.clear()
            return False

        def __hash__(self) -> int:
            return hash("a")

    for value in (1, [1], X()):
        table: dict[Any, Any] = {"a": 0}
        table[Key(3)] = value
        text = encoder.encode([table, {"x": table}], recipe=recipe, default=lambda x: 1)
        assert text in (b'[{"3":1},{"x":{"3":1}}]', b'[{"3":[1]},{"x":{"3":[1]}}]')


@by_tree
def test_objects_that_lie_about_their_class(recipe: encoder.Recipe) -> None:
    """Only the real type counts."""

    class Lying:
        __class__ = dict  # type: ignore[assignment]

        def __getattr__(self, name: str) -> Any:
            return Lying()

        def __call__(self, *_: Any, **__: Any) -> Any:
            return Lying()

    class Meta(type):
        def __getattr__(cls, name: str) -> Any:
            return {"a": 1}

    class Fake(metaclass=Meta):
        pass

    for value in (Lying(), Fake(), type("NoTuple", (), {"_fields": ("a",), "_asdict": dict})()):
        with pytest.raises(encoder.UnsupportedTypeError):
            encoder.encode({"v": [value]}, recipe=recipe)
        assert encoder.encode([value], default=lambda thing: 1, recipe=recipe) == b"[1]"
