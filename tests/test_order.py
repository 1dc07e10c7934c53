"""Are members written in order of their keys, and keys that are ints as their digits, within the run?"""

from __future__ import annotations

import dataclasses
import enum
import io
import itertools
import json
import random
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from covering import by_recipe

import encoder

COMPILED = encoder.build == "compiled"
IN_PLACE = encoder.build_report()["layouts"] == "in place"
SIZES = [0, 1, 2, 3, 7, 8, 15, 16, 17, 18, 31, 32, 33, 64, 65, 100, 255, 500]
ALPHABETS = ["ab", "abcdefghij", "a\0", "aé\xff", "a日本\uffff", "a😀\U0010ffff\ue000\uffff", "\0"]
PREFIXES = ["", "", "common7", "common_8", "more than thirty-two characters that all begin with, ", "日本語の鍵", "😀"]


def oracle(value: Any) -> bytes:
    """The standard library's, for str keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def texts(chance: random.Random, count: int, alphabets: list[str], prefixes: list[str]) -> Iterator[str]:
    for _ in range(count):
        middle = "".join(chance.choices(chance.choice(alphabets), k=chance.choice((0, 1, 2, 3, 6, 7, 8, 9, 15, 40))))
        yield chance.choice(prefixes) + middle


def documents() -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Dicts by every alphabet alone and all together, and each as it may be written: nested, with a hole in its
    table."""
    chance = random.Random(4)
    for size in SIZES:
        for alphabets in [*([alphabet] for alphabet in ALPHABETS), ALPHABETS]:
            for prefixes in ([""], chance.sample(PREFIXES, 2)):
                keys = list(dict.fromkeys(texts(chance, size, alphabets, prefixes)))
                flat = {key: chance.choice((1, "x", None, [1, {"b": 1, "a": 2}], {}, {"b": {"d": 1, "c": 2}, "a": ()}))
                        for key in keys}  # fmt: skip
                if size % 2 and flat:
                    flat["deleted"] = 1
                    flat[keys[0]] = flat.pop(keys[0])
                    del flat["deleted"]
                yield flat, {"z": [flat, {"y": flat}], "a": flat}


@pytest.mark.parametrize("options", [{}, {"ascii": True}, {"indent": 1}], ids=str)
def test_sorted_members_are_in_order_of_code_points(options: dict[str, Any]) -> None:
    """As the standard library sorts: equal beginnings of any length, NUL characters, keys of different widths."""
    one = encoder.Encoder(sort_keys=True, **options)
    settings = {"ascii": {"ensure_ascii": True}, "indent": {"indent": 1, "separators": (",", ": ")}}
    keywords: dict[str, Any] = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": True}
    for name in options:
        keywords |= settings[name]
    for flat, nested in documents():
        assert one.encode(flat) == json.dumps(flat, **keywords).encode()
        if len(flat) < 20:
            assert json.loads(one.encode(nested)) == json.loads(json.dumps(nested, **keywords))
            if not options:
                assert one.encode(nested) == oracle(nested)


def test_utf16_order_is_that_of_code_units() -> None:
    """Also where characters beyond U+FFFF come before some below."""
    one = encoder.Encoder(sort_keys="utf16")
    for flat, _ in documents():
        units = dict(sorted(flat.items(), key=lambda item: item[0].encode("utf-16-be")))
        written = b",".join(oracle(key) + b":" + one.encode(value) for key, value in units.items())
        assert one.encode(flat) == b"{" + written + b"}"


@pytest.mark.parametrize("order", ["random", "sorted", "reversed", "two runs", "alike"])
def test_large_dicts_in_any_order(order: str) -> None:
    """5000 keys; "alike" has groups that part late, within groups that part late."""
    chance = random.Random(7)
    keys = [f"key number {number}" for number in chance.sample(range(10**6), 5000)]
    if order == "alike":
        keys = ["x" * chance.randrange(400) + "y" * chance.randrange(3) for _ in range(5000)]
    elif order == "two runs":
        keys = sorted(keys[:2500]) + sorted(keys[2500:])
    elif order != "random":
        keys.sort(reverse=order == "reversed")
    value = {key: index for index, key in enumerate(keys)}
    assert encoder.encode(value, sort_keys=True) == oracle(value)


def test_long_keys_that_part_one_by_one_are_no_trouble() -> None:
    """Each next key shares seven characters more with those after it: nothing is as deep as that."""
    value = {"abcdefg" * level + "z": level for level in range(600)} | {"abcdefg" * 600: -1}
    assert encoder.encode(value, sort_keys=True) == oracle(value)


@pytest.mark.skipif(not COMPILED, reason="interpreted, Python sorts, one dict at a time")
@pytest.mark.parametrize("sort", [True, "utf16"])
def test_sorted_dicts_do_not_stop_the_run(sort: Any) -> None:
    """Nor do int keys, which the general run writes; but for those longer than 15 digits where order is asked for."""
    one, plain = encoder.Encoder(sort_keys=sort), encoder.Encoder()
    value = [{"b": {"d": 1, "c": [{}]}, "a": {"é": 1, "日": {5: 1, -5: 2}}}] * 10
    assert one.count(value)["met"] == 0 and one.count(value)["general"] == 1
    assert one.count({10**15 - 1: 1, 1 - 10**15: 1})["met"] == 0
    assert one.count({10**15: 1})["met"] == 1
    assert one.count({"\U00010000": 1})["met"] == (sort == "utf16")
    found = plain.count([{2**63 - 1: 1, -(2**63): 2}, {0: {1: 1}}, {"a": 1}] * 5)
    assert (found["met"], found["plain"], found["general"]) == (0, 1, 1)


@by_recipe
def test_sorted_records_are_every_encoders(recipe: encoder.Recipe) -> None:
    """In order of their names, next to encoders that write the same classes otherwise: none takes another's plan."""

    @dataclasses.dataclass
    class Plain:
        zeta: int
        alpha: Any
        é: int = 3
        omega_longer_than_thirty_two_characters: int = 4

    @dataclasses.dataclass(slots=True)
    class Slots:
        b: int
        a: Any

    value = [Plain(1, Slots(2, Plain(5, None))), {"z": Slots(1, [2]), "a": Color.RED}, Color.RED] * 3
    plain = json.loads(encoder.encode(value))
    for _ in range(2):
        for options in ({}, {"sort_keys": True}, {"sort_keys": "utf16"}, {"ascii": True}, {"keys": "camel"}):
            written = encoder.encode(value, recipe=recipe, **options)
            if options.get("sort_keys"):
                assert written == oracle(plain)
            elif "keys" not in options:
                assert written == json.dumps(plain, ensure_ascii="ascii" in options, separators=(",", ":")).encode()


@pytest.mark.skipif(not COMPILED, reason="interpreted, each record is met")
def test_sorted_records_do_not_stop_the_run() -> None:
    """Once the class is known, with or without a dict of its own; leaves are as ever."""

    @dataclasses.dataclass
    class Record:
        b: int
        a: Any

    touched = Record(3, None)
    vars(touched)
    value = [Record(1, {"d": Color.RED, "c": Record(2, [])}), touched]
    one = encoder.Encoder(sort_keys=True)
    assert one.encode(value) == b'[{"a":{"c":{"a":[],"b":2},"d":"r"},"b":1},{"a":null,"b":3}]'
    assert one.count(value)["met"] == (0 if IN_PLACE else 1)  # the value of an enum is read, or else it is met


class Color(enum.Enum):
    RED = "r"


NUMBERS = [0, 1, -1, 9, 10, 99, 100, -10, -9, 10**14, 10**15 - 1, 10**15, -(10**15), 1 - 10**15, 2**53, 2**62,
           2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64, 2**64 - 1, 10**30]  # fmt: skip


@by_recipe
def test_int_keys_are_written_as_their_digits(recipe: encoder.Recipe) -> None:
    """One at a time, in many sets of all lengths, below each other, sorted by their texts; as the standard library,
    which sorts before it spells, so it is given texts."""
    chance = random.Random(11)
    sets = [[number] for number in NUMBERS] + [chance.sample(NUMBERS, 6) for _ in range(20)]
    sets += [[chance.randrange(-(2**bits), 2**bits) for _ in range(40)] for bits in (4, 10, 31, 49, 62, 63, 64)]
    sets += [list(range(-300, 300))]
    for numbers in sets:
        value: dict[Any, Any] = {number: {number: [number]} for number in numbers}
        spelled = {str(number): {str(number): [number]} for number in value}
        assert encoder.encode(value, recipe=recipe) == json.dumps(spelled, separators=(",", ":")).encode()
        assert encoder.encode(value, recipe=recipe, sort_keys=True) == oracle(spelled)
        assert encoder.encode({"a": [value]}, recipe=recipe, ascii=True, sort_keys=True) == oracle({"a": [spelled]})


@by_recipe
@pytest.mark.parametrize("sort", [False, True])
def test_the_same_text_twice_is_found(sort: bool, recipe: encoder.Recipe) -> None:
    """Among keys of several types, in any order; a set of ints alone has none."""
    for keys in ([1, "1"], ["1", 1], [2, 3, 1, "1"], ["a", 1, "1"], [None, "null"], [1, 2.0, "2.0"], [True, "true"]):
        value = dict.fromkeys(keys, 0)
        with pytest.raises(encoder.DuplicateKeyError) as caught:
            encoder.encode({"a": [value]}, recipe=recipe, sort_keys=sort)
        assert caught.value.path == ("a", 0)
        kept = encoder.encode(value, recipe=recipe, sort_keys=sort, duplicate_keys="keep")
        assert len(json.loads(kept, object_pairs_hook=list)) == len(keys)
        assert len(json.loads(encoder.encode(value, recipe=recipe, duplicate_keys="last"))) == len(keys) - 1


@by_recipe
def test_options_about_keys_and_ints_are_obeyed(recipe: encoder.Recipe) -> None:
    """Refused where only str is a key; renamed; and a rule for ints is none for keys."""
    for sort in (False, True):
        with pytest.raises(encoder.UnsupportedTypeError):
            encoder.encode({1: 2}, recipe=recipe, key_types="raise", sort_keys=sort)
        renamed = encoder.encode({1: 2, 0: 1}, recipe=recipe, dict_keys=lambda path, key: "k" + key, sort_keys=sort)
        assert json.loads(renamed) == {"k0": 1, "k1": 2}
        ruled = encoder.encode({1: 2}, recipe=recipe, rules={int: lambda value: "rule"}, sort_keys=sort)
        assert ruled == b'{"1":"rule"}'
        assert encoder.encode({2**60: 2**60}, recipe=recipe, big_ints="string_53", sort_keys=sort) == (
            b'{"%d":"%d"}' % (2**60, 2**60)
        )


class Bad:
    pass


@by_recipe
def test_the_path_leads_through_both(recipe: encoder.Recipe) -> None:
    """A key that was an int is the text it is written as."""
    for sort, value in itertools.product((False, True), ({3: 0, 1: {2: Bad()}}, {"3": 0, "1": {"2": Bad()}})):
        with pytest.raises(encoder.UnsupportedTypeError) as caught:
            encoder.encode([value], recipe=recipe, sort_keys=sort)
        assert caught.value.path == (0, "1", "2")
        with pytest.raises(encoder.InvalidValueError) as invalid:
            encoder.encode([{"b": 1, "a": {"x\ud800": 1}}], recipe=recipe, sort_keys=sort)
        assert invalid.value.path == (0, "a", "x\ud800")
        around: dict[Any, Any] = {"b": 1}
        around["a"] = {7: [around]}
        with pytest.raises(encoder.CircularReferenceError) as circle:
            encoder.encode(around, recipe=recipe, sort_keys=sort)
        assert circle.value.path == ("a", "7", 0)


class Hooked:
    """A value that a hook is asked about."""


CHANGES: dict[str, Callable[[dict[Any, Any]], Any]] = {
    "clear": dict.clear,
    "refill": lambda value: (value.clear(), value.update({number: [str(number)] for number in range(500)})),
    "drop": lambda value: value.pop(next(reversed(value)), None),
    "replace": lambda value: value.update(dict.fromkeys(value, "new")),
}


@by_recipe
@pytest.mark.parametrize("change", CHANGES)
def test_what_a_hook_changes_shows_no_more(change: str, recipe: encoder.Recipe) -> None:
    """A dict that is sorted, or has int keys, is written as it was when it was met: also where the hook drops all
    that is in it, and the memory is used again."""
    for keys, sort in ((range(40), False), (range(40), True), ([f"key {number}" for number in range(40)], True)):
        inner: dict[Any, Any] = {key: [str(key) * 9] for key in keys}
        inner[next(iter(inner))] = Hooked()
        expected = {str(key): "hook" if type(value) is Hooked else list(value) for key, value in inner.items()}

        def hook(_: object, inner: dict[Any, Any] = inner) -> str:
            CHANGES[change](inner)
            junk = [[str(number) * 7] for number in range(200)]
            return "hook" if junk else ""

        value = {"b": [1], "a": inner}
        written = encoder.encode(value, default=hook, sort_keys=sort, recipe=recipe)
        ordered = {"b": [1], "a": expected}
        assert written == (oracle(ordered) if sort else json.dumps(ordered, separators=(",", ":")).encode())


@by_recipe
def test_nothing_is_kept_of_a_snapshot(recipe: encoder.Recipe) -> None:
    """Neither after a call that went well nor after one that did not, where a hook made the frames own it."""
    for sort in (False, True):
        for last in (1, Bad()):
            tracked = [Tracked() for _ in range(3)]
            value: dict[Any, Any] = {number: tracked[number] for number in range(3)} | {3: last}
            alive = [weakref.ref(one) for one in tracked]

            def hook(value: object) -> str:
                if type(value) is Tracked:
                    return "hook"
                raise TypeError("no")

            try:
                encoder.encode([value], default=hook, sort_keys=sort, recipe=recipe)
            except TypeError:
                assert last != 1
            del value, tracked
            assert [one() for one in alive] == [None] * 3


class Tracked:
    pass


@pytest.mark.parametrize("sort", [False, True])
def test_a_full_buffer_in_the_middle(sort: bool) -> None:
    """In pieces of 64 KiB, to a file and into memory: the same bytes, though the dict is emptied at the first piece."""
    value = {number if not sort else f"{number:06}": ["x" * 50, {5: 1, 3: 2}] for number in range(9000, 0, -1)}
    one = encoder.Encoder(sort_keys=sort)
    whole = one.encode(value)
    spelled = {str(key): ["x" * 50, {"5": 1, "3": 2}] for key in value}
    assert whole == (oracle(spelled) if sort else json.dumps(spelled, separators=(",", ":")).encode())
    memory = bytearray(len(whole))
    assert one.encode_into(value, memory) == len(whole) and memory == whole
    file = io.BytesIO()
    one.dump(value, file)
    assert file.getvalue() == whole
    pieces = one.pieces(value)
    parts = [next(pieces)]
    value.clear()
    parts += pieces
    assert b"".join(parts) == whole and len(parts) > 5


@by_recipe
def test_any_depth(recipe: encoder.Recipe) -> None:
    """Sorted dicts and dicts with int keys below each other, to the last level and one more."""
    value: Any = {}
    for level in range(600):
        value = {"b": 1, "a": value} if level % 2 else {3: 1, 2: value}
    for sort in (False, True):
        one = encoder.Encoder(recipe, sort_keys=sort, max_depth=601)
        assert one.encode(value).count(b"{") == 601
        with pytest.raises(encoder.TooDeepError):
            one.encode([value])
        assert one.encode({"b": 1, "a": 2}) == (b'{"a":2,"b":1}' if sort else b'{"b":1,"a":2}')


def test_a_thread_keeps_no_more_than_it_may() -> None:
    """Room for the entries of a large dict goes with the call; that for small ones stays, within `retain`."""
    for retain in (0, 1000, 65536):
        one = encoder.Encoder(sort_keys=True, retain=retain)
        for size in (10, 20_000, 10):
            value = {f"{number}": number for number in range(size)}
            assert one.encode(value) == oracle(value)
            assert encoder.retained() <= max(retain, 65536)


@by_recipe
def test_a_thread_may_begin_with_an_empty_dict(recipe: encoder.Recipe) -> None:
    """Its first sorted members may be none, before there is any room for copies of entries: alone and below others."""
    one = encoder.Encoder(recipe, sort_keys=True)
    cases: list[Any] = [{}, [{}, {"b": {}, "a": 1}], {"b": 1, "a": {}}, {1: {}}]
    written: list[bytes] = []
    for value in cases:
        thread = threading.Thread(target=lambda value=value: written.append(one.encode(value)))
        thread.start()
        thread.join()
    assert written == [oracle(value) for value in cases]
