"""Is `encoder.json` the standard library's `json` to those who only change an import line?"""

from __future__ import annotations

import datetime
import io
import json as stdlib
import math
import os
import subprocess
import sys

import pytest
from foreign import REFUSED, Colour, Loud, Number, OwnForm, Plain, Point, Shown, Whole, Word, dumped, outcome

from encoder import json
from encoder.errors import EncodeError

INFINITY = float("inf")
PATH = os.pathsep.join(path or os.getcwd() for path in sys.path)


@pytest.mark.parametrize("value", REFUSED, ids=lambda value: type(value).__name__)
def test_what_the_standard_library_refuses_is_refused_or_given_to_default(value) -> None:
    """Also the types that `encoder.encode` writes; with the same words."""
    message = f"Object of type {type(value).__name__} is not JSON serializable"
    for nested in (value, [value], {"k": value}, (1, value)):
        with pytest.raises(TypeError) as caught:
            json.dumps(nested)
        assert str(caught.value) == message
    assert json.dumps([value], default=lambda found: type(found).__name__) == f'["{type(value).__name__}"]'
    met = []
    json.dumps({"k": value}, default=met.append)
    assert met[0] is value


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Number.ONE, "1"),
        (Word.HI, '"hi"'),
        (Loud(7), "7"),
        (Whole(2.5), "2.5"),
        ({Number.ONE: Word.HI, Whole(2.5): True}, '{"1": "hi", "2.5": true}'),
        (Point(1, 2), "[1, 2]"),
        (Shown(a=2), '{"shown": 1}'),
        (Shown(), "{}"),
        (OwnForm(a=2), '{"a": 2}'),
        ([True, False, None], "[true, false, null]"),
        ({1: "a", "1": "b"}, '{"1": "a", "1": "b"}'),
        ([INFINITY, -INFINITY, {INFINITY: 1}], '[Infinity, -Infinity, {"Infinity": 1}]'),
        ("é\U0001f600\ud800\x7f", '"\\u00e9\\ud83d\\ude00\\ud800\\u007f"'),
    ],
    ids=repr,
)
def test_what_is_written_as_what(value, text: str) -> None:
    """Subclasses by what they hold, keys as JavaScript would, repeated keys kept."""
    assert json.dumps(value) == text == stdlib.dumps(value)


def test_lone_surrogates_stay_themselves_without_ensure_ascii() -> None:
    """Each a character of its own, even two that would make one; a backslash before a u stays text."""
    value = ["\ud800", "\ud83d" + "\ude00", {"\udfff": "\\ud800"}, "\\\ud800"]
    assert json.dumps(value, ensure_ascii=False) == stdlib.dumps(value, ensure_ascii=False)


def test_keys_are_sorted_before_they_are_text() -> None:
    """Numbers by value; keys that do not compare are a TypeError."""
    value = {10: 1, 9: 2, 2.5: {"b": 1, "a": 2}}
    assert json.dumps(value, sort_keys=True) == '{"2.5": {"a": 2, "b": 1}, "9": 2, "10": 1}'
    with pytest.raises(TypeError, match="not supported between"):
        json.dumps({1: 1, "a": 2}, sort_keys=True)


def test_an_object_that_lost_all_its_members_is_empty() -> None:
    """Also indented, where the standard library's older versions left a blank line."""
    assert json.dumps([{b"k": 1}], skipkeys=True, indent=1) == "[\n {}\n]"


OUT_OF_RANGE = "Out of range float values are not JSON compliant"
IS_311 = sys.version_info < (3, 12)  # which does not name the number


@pytest.mark.parametrize(
    ("value", "kw", "error", "message"),
    [
        ([1e999], {"allow_nan": False}, ValueError, OUT_OF_RANGE + ("" if IS_311 else ": inf")),
        ({-1e999: 1}, {"allow_nan": False}, ValueError, OUT_OF_RANGE + ("" if IS_311 else ": -inf")),
        ([math.nan], {"allow_nan": False, "indent": 1}, ValueError, OUT_OF_RANGE + ("" if IS_311 else ": nan")),
        ({(1, 2): 3}, {}, TypeError, "keys must be str, int, float, bool or None, not tuple"),
        ({b"k": 3}, {}, TypeError, "keys must be str, int, float, bool or None, not bytes"),
        ([{Colour.RED: 3}], {}, TypeError, "keys must be str, int, float, bool or None, not Colour"),
        ([], {"separators": (b",", ":")}, TypeError, "a separator must be str, not bytes"),
        ([], {"indent": 1.5}, TypeError, "can't multiply sequence by non-int of type 'float'"),
        ([], {"colour": 1}, TypeError, "JSONEncoder.__init__() got an unexpected keyword argument 'colour'"),
    ],
)
def test_errors_have_the_same_class_and_words(value, kw: dict, error: type, message: str) -> None:
    """The class itself, none of its own, so that a message or a test of another program still fits."""
    with pytest.raises(error) as caught:
        json.dumps(value, **kw)
    assert type(caught.value) is error and str(caught.value) == message
    assert outcome(stdlib.dumps, value or [1], **kw) is error


def test_an_int_too_long_to_spell_is_a_value_error() -> None:
    """In the words of int itself."""
    limit = sys.get_int_max_str_digits()
    for value in (10**limit, {10**limit: 1}):
        with pytest.raises(ValueError, match=rf"^Exceeds the limit \({limit} digits\) for integer string conversion"):
            json.dumps(value)


def circles() -> list:
    in_list: list = [1]
    in_list.append({"k": in_list})
    in_dict: dict = {}
    in_dict["k"] = (in_dict,)
    return [in_list, in_dict]


@pytest.mark.parametrize("value", circles(), ids=["list", "dict"])
@pytest.mark.parametrize("kw", [{}, {"sort_keys": True}, {"skipkeys": True, "indent": 2}], ids=repr)
def test_a_circle_is_a_value_error_or_without_the_check_a_recursion_error(value, kw: dict) -> None:
    """Exactly these classes; the EncodeError that knows the place is the cause."""
    with pytest.raises(ValueError, match="^Circular reference detected$") as caught:
        json.dumps(value, **kw)
    assert isinstance(caught.value.__cause__, EncodeError) and caught.value.__cause__.path
    with pytest.raises(RecursionError):
        json.dumps(value, check_circular=False, **kw)


def test_a_circle_through_default_is_found_when_it_closes() -> None:
    """At the second call for the same object, as by the standard library."""
    calls = []

    def default(value):
        calls.append(value)
        return {"again": [value]}

    with pytest.raises(ValueError, match="^Circular reference detected$"):
        json.dumps(Plain(), default=default)
    assert len(calls) <= 2
    shared = Plain()
    assert json.dumps([shared, shared], default=repr) == '["Plain()", "Plain()"]'


def test_depth_ends_in_a_recursion_error_far_below_pythons_own_limit() -> None:
    """10,000 levels are written, 100,000 refused."""
    value: list = []
    for _ in range(9_999):
        value = [value]
    assert json.dumps(value) == "[" * 10_000 + "]" * 10_000
    for _ in range(90_000):
        value = [value]
    with pytest.raises(RecursionError):
        json.dumps(value)


def test_a_list_that_default_changes_is_written_as_it_is_by_then() -> None:
    """Shorter, longer and empty lists, as by the standard library; no comma too many."""

    def outcomes(module) -> list:
        results = []
        for change in (list.pop, list.clear, lambda found: len(found) < 6 and found.append(1)):
            changing = [Plain(), Plain(), 1]
            results.append(module.dumps([changing, 2], default=lambda _, f=change, c=changing: f(c) and None))
        return results

    assert outcomes(json) == outcomes(stdlib)


def test_a_dict_that_default_changes_is_a_runtime_error() -> None:
    """As of a loop over it."""
    value = {"a": Plain(), "b": 1}
    with pytest.raises(RuntimeError, match="changed size"):
        json.dumps(value, default=lambda _: value.clear())


class Dates(json.JSONEncoder):
    """As people subclass it."""

    item_separator = ","
    key_separator = ":"

    def __init__(self, *, zone: str = "", **kw) -> None:
        super().__init__(**kw)
        self.zone = zone

    def default(self, o):
        if isinstance(o, datetime.date):
            return o.isoformat() + self.zone
        return super().default(o)


class Shouting(json.JSONEncoder):
    def encode(self, o) -> str:
        return super().encode(o).upper()


class Marked(json.JSONEncoder):
    def iterencode(self, o, _one_shot: bool = False):
        yield "<"
        yield from super().iterencode(o, _one_shot)
        yield ">"


def test_subclasses_work_as_of_the_standard_library() -> None:
    """default, encode and iterencode overridden, separators of the class, keywords of its own."""
    day = datetime.date(2026, 1, 2)
    assert json.dumps({"d": [day, 1]}, cls=Dates, zone="Z") == '{"d":["2026-01-02Z",1]}'
    assert dumped(json, {"d": [day]}, cls=Dates, separators=("; ", "=")) == '{"d"=["2026-01-02"]}'
    with pytest.raises(TypeError, match="Object of type Plain is not JSON serializable"):
        Dates().encode([Plain()])
    assert json.dumps({"a": "é"}, cls=Shouting, ensure_ascii=False) == '{"A": "É"}'
    assert dumped(json, {"a": 1}, cls=Shouting) == '{"a": 1}'
    assert json.dumps([1], cls=Marked) == dumped(json, [1], cls=Marked) == "<[1]>"


def test_what_is_put_into_the_class_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A `default`, `iterencode` or `encode` of a whole program, in the way that many have done it."""
    monkeypatch.setattr(json.JSONEncoder, "default", lambda self, o: "plain")
    assert json.dumps([Plain()]) == json.dumps([Plain()], indent=None) == dumped(json, [Plain()]) == '["plain"]'
    assert json.dumps([Plain()], ensure_ascii=False, separators=(",", ":")) == '["plain"]'
    monkeypatch.undo()
    with pytest.raises(TypeError, match="Object of type Plain is not JSON serializable"):
        json.dumps([Plain()])
    monkeypatch.setattr(json.JSONEncoder, "iterencode", lambda self, o, _one_shot=False: iter(["<", ">"]))
    assert json.dumps([1]) == dumped(json, [1]) == "<>"
    monkeypatch.setattr(json.JSONEncoder, "encode", lambda self, o: "!")
    assert json.dumps([1]) == "!"


def test_attributes_may_change_between_calls() -> None:
    """As an encoder of the standard library looks at them anew each time."""
    mine = json.JSONEncoder()
    assert mine.encode({"b": 1, "a": "é"}) == '{"b": 1, "a": "\\u00e9"}'
    mine.sort_keys, mine.indent, mine.ensure_ascii, mine.item_separator = True, 1, False, ","
    assert mine.encode({"b": 1, "a": "é"}) == '{\n "a": "é",\n "b": 1\n}'


def test_what_default_raises_comes_out_as_it_is() -> None:
    """The same object, with a note of the place; what was begun before does not show in the next call."""
    problem = KeyError("mine")

    def default(value):
        raise problem

    with pytest.raises(KeyError) as caught:
        json.dumps({"a": [1, Plain()]}, default=default)
    assert caught.value is problem and caught.value.__notes__ == ["while encoding $.a[1]"]
    assert json.dumps([1]) == "[1]"


def test_default_may_encode_itself() -> None:
    """A call within a call, with other options."""
    text = json.dumps([Plain(), 1], default=lambda _: json.dumps({"in": [1]}, indent=0))
    assert stdlib.loads(text) == ['{\n"in": [\n1\n]\n}', 1]


def test_dump_writes_str_in_few_pieces() -> None:
    """To whatever has a write method; a binary file's own TypeError comes out."""

    class Pieces(list):
        write = list.append

    pieces = Pieces()
    json.dump(["é" * 100] * 2000, pieces, ensure_ascii=False)
    assert "".join(pieces) == stdlib.dumps(["é" * 100] * 2000, ensure_ascii=False)
    assert all(type(piece) is str for piece in pieces) and 2 <= len(pieces) < 20
    with pytest.raises(TypeError):
        json.dump([1], io.BytesIO())
    with pytest.raises(AttributeError):
        json.dump([1], "a path is no file here")


def test_the_names_of_the_module_are_there() -> None:
    """All that the standard library's module lists, and its submodules by their names; reading is its own."""
    assert set(stdlib.__all__) <= set(json.__all__)
    assert json.loads is stdlib.loads and json.load is stdlib.load
    assert json.decoder.JSONDecodeError is json.JSONDecodeError is stdlib.JSONDecodeError
    assert json.encoder.JSONEncoder is json.JSONEncoder
    assert json.encoder.encode_basestring_ascii('é"\n') == '"\\u00e9\\"\\n"'
    assert json.encoder.encode_basestring('é"\n\ud800') == '"é\\"\\n\ud800"'
    with pytest.raises(TypeError, match="first argument must be a string, not int"):
        json.encoder.encode_basestring_ascii(1)


def test_importing_the_package_does_not_import_this_module() -> None:
    """Whoever does not ask for it does not pay for `json` and `re`."""
    code = "import sys, encoder; print('encoder.json' in sys.modules, 'json' in sys.modules)"
    command, environment = [sys.executable, "-P", "-c", code], {**os.environ, "PYTHONPATH": PATH}
    answer = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert answer.stdout.split() == ["False", "False"]
