"""What do JSONEncoder of Swift and JsonSerializer of System.Text.Json give? Values, options of the presets, texts."""

from __future__ import annotations

import math
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any


class Own:
    """A value that encodes itself as a function says."""

    def __init__(self, act: Callable[[Any], object]) -> None:
        self.act = act

    def __encode__(self, to: Any) -> None:
        self.act(to)


def keyed(**members: Any) -> Own:
    """A value of these fields, which are names for any key strategy, as a Swift struct's are."""

    def act(to: Any) -> None:
        container = to.keyed()
        for key, value in members.items():
            container[key] = value

    return Own(act)


class URL(str):
    """What has a slash."""


nothing = Own(lambda to: None)
person = keyed(name="Johnny Appleseed", email="appleseed@apple.com")
mixed_case = ["Foo", "FOO", "foo", "foo1", "Foo2", "foo3", "foo12", "Foo11", "føo", "bar"]
numbered = dict(zip(mixed_case, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), strict=True))
sorted_case = '{"FOO":2,"Foo":1,"Foo11":8,"Foo2":5,"bar":10,"foo":3,"foo1":4,"foo12":7,"foo3":6,"føo":9}'
thousand = datetime(1970, 1, 1, 0, 16, 40, tzinfo=UTC)
largest = 1.7976931348623157e308


def merged(to: Any) -> None:
    outer = to.keyed()
    outer["container"] = keyed(foo="Test")
    outer.nested_keyed("container")["somethingElse"] = "SecondAgain"
    outer["after"] = 1


def single_then_keyed(to: Any) -> None:
    to.single().set({"a": "b", "other": "foo"})
    to.keyed()["a"] = "c"


def object_then_scalar(to: Any) -> None:
    outer = to.keyed()
    outer.nested_keyed("key")["x"] = 1
    outer["key"] = 42


def array_then_scalar(to: Any) -> None:
    outer = to.keyed()
    outer.nested_unkeyed("key").append(1)
    outer["key"] = 42


def scalar_then_scalar(to: Any) -> None:
    outer = to.keyed()
    outer["key"] = "other"
    outer["key"] = 42


def supers_in_an_array(to: Any) -> None:
    items = to.unkeyed()
    items.append(0)
    first, second = items.super_encoder(), items.super_encoder()
    items.append(42)
    second.single().set("Second")
    first.single().set("First")


def supers_in_an_object(to: Any) -> None:
    outer = to.keyed()
    outer.super_encoder().keyed()["base"] = 1
    outer.super_encoder("other").unkeyed().append(2)
    outer["own"] = 3


def same_container_twice(to: Any) -> None:
    to.keyed()["a"] = 1
    to.keyed()["b"] = to.keyed() is to.keyed()


def array_of_arrays(to: Any) -> None:
    items = to.unkeyed()
    items.nested_unkeyed().append(1)
    items.nested_keyed()["k"] = 2
    to.unkeyed().append(3)


def merged_arrays(to: Any) -> None:
    outer = to.keyed()
    outer["list"] = [1]
    outer.nested_unkeyed("list").append(2)
    outer.nested_unkeyed("list").append(3)


SNAKE = {
    "myURL": "my_url",
    "thisIsAnXMLProperty": "this_is_an_xml_property",
    "partCAPSLowerAGAIN": "part_caps_lower_again",
    "dataPoint22Word": "data_point22_word",
    "__oneTwoThree__": "__one_two_three__",
    "aA": "a_a",
    "URLPath": "u_rl_path",
    "HTTPServer": "h_ttp_server",
    "ID": "i_d",
    "foo_Bar": "foo__bar",
    "aB1c": "a_b_1c",
    "FOO_BAR": "f_oo_bar",
}
NET_CAMEL = {
    "URLValue": "urlValue",
    "ID": "id",
    "IPhone": "iPhone",
    "IsCIA": "isCIA",
    "BUILDING Property": "building Property",
}
NET_SNAKE = {
    "XMLHttpRequest": "xml_http_request",
    "SHA512Hash": "sha512_hash",
    "aBC": "a_bc",
    "abc123DEF456": "abc123_def456",
    "ABC123def456": "abc123def456",
    "SNAKE_CASE": "snake_case",
    " abc def ": "abc_def",
    "kebab-case": "kebab-case",
    "HTTPServer": "http_server",
    "ID": "id",
}


def spelled(names: dict[str, str]) -> str:
    return "{" + ",".join(f'"{text}":1' for text in names.values()) + "}"


def named(names: dict[str, str]) -> Own:
    return keyed(**dict.fromkeys(names, 1))


INF = ("INF", "-INF", "NaN")
SWIFT: list[tuple[str, Any, dict[str, Any], str]] = [
    ("pretty array", [], {"indent": 2}, "[\n\n]"),
    ("pretty object", {}, {"indent": 2}, "{\n\n}"),
    ("pretty nested", {"a": []}, {"indent": 2}, '{\n  "a" : [\n\n  ]\n}'),
    (
        "pretty and sorted",
        person,
        {"indent": 2, "sort_keys": True},
        '{\n  "email" : "appleseed@apple.com",\n  "name" : "Johnny Appleseed"\n}',
    ),
    ("URL", URL("http://swift.org"), {}, r'"http:\/\/swift.org"'),
    ("URL, slashes as they are", URL("http://swift.org"), {"escape": "minimal"}, '"http://swift.org"'),
    ("key with a slash", {"/": 1}, {}, r'{"\/":1}'),
    ("control characters", "\x01\x10\x1f", {}, r'"\u0001\u0010\u001f"'),
    ("short escapes", '"\\\b\f\n\r\t', {}, r'"\"\\\b\f\n\r\t"'),
    ("raw characters", "\x7f\u2028é😀<&'", {}, '"\x7f\u2028é😀<&\'"'),
    ("data", bytes.fromhex("DEADBEEF"), {}, '"3q2+7w=="'),
    ("data, deferred", bytes.fromhex("DEADBEEF"), {"bytes": "array"}, "[222,173,190,239]"),
    ("data of slashes", b"\xff\xff\xff", {}, r'"\/\/\/\/"'),
    ("data of slashes, as they are", b"\xff\xff\xff", {"escape": "minimal"}, '"////"'),
    ("42.0", 42.0, {}, "42"),
    ("-0.0", -0.0, {}, "-0"),
    ("1e16", 1e16, {}, "1e+16"),
    ("1e-5", 1e-5, {}, "1e-05"),
    ("2**53", 2.0**53, {}, "9007199254740992"),
    ("2**53 + 2", 2.0**53 + 2, {}, "9.007199254740994e+15"),
    ("floats in an array", [42.0, -0.0, 1e16, 1e-5, 2.0**53 + 2], {}, "[42,-0,1e+16,1e-05,9.007199254740994e+15]"),
    ("Decimal", Decimal("1e127"), {}, "1" + "0" * 127),
    ("date", thousand, {}, "-978306200"),
    ("date in an array", [thousand], {}, "[-978306200]"),
    ("date, half a second", thousand + timedelta(milliseconds=500), {}, "-978306199.5"),
    ("date since 1970", thousand, {"dates": "seconds"}, "1000"),
    ("date in milliseconds", thousand, {"dates": "milliseconds"}, "1000000"),
    ("date, ISO", thousand, {"dates": "iso_seconds"}, '"1970-01-01T00:16:40Z"'),
    (
        "date, ISO, of elsewhere and with a fraction",
        datetime(1970, 1, 1, 2, 16, 40, 999999, tzinfo=timezone(timedelta(hours=2))),
        {"dates": "iso_seconds"},
        '"1970-01-01T00:16:40Z"',
    ),
    ("date, formatted", [thousand], {"dates": "%d/%m/%Y %H:%M"}, r'["01\/01\/1970 00:16"]'),
    ("date, custom", {"d": [thousand]}, {"rules": {datetime: lambda moment: {"y": moment.year}}}, '{"d":[{"y":1970}]}'),
    ("date, custom, nothing", [thousand], {"rules": {datetime: lambda moment: nothing}}, "[{}]"),
    ("not finite", [math.inf, -math.inf], {"non_finite": INF}, '["INF","-INF"]'),
    ("not finite, nested", {"a": math.nan, "b": [1.5, math.inf]}, {"non_finite": INF}, '{"a":"NaN","b":[1.5,"INF"]}'),
    ("not finite, of a field", keyed(f=-math.inf), {"non_finite": INF}, '{"f":"-INF"}'),
    ("nothing in an array", [nothing], {}, "[{}]"),
    ("nothing in an object", {"test": nothing}, {}, '{"test":{}}'),
    ("nothing in a field", keyed(test=nothing), {}, '{"test":{}}'),
    ("sorted", numbered, {"sort_keys": True}, sorted_case),
    ("sorted fields", keyed(**numbered), {"sort_keys": True}, sorted_case),
    ("sorted by the new name", named({"bA": "", "b0": ""}), {"sort_keys": True, "keys": "snake"}, '{"b0":1,"b_a":1}'),
    ("merged", Own(merged), {}, '{"container":{"foo":"Test","somethingElse":"SecondAgain"},"after":1}'),
    ("merged arrays", Own(merged_arrays), {}, '{"list":[1,2,3]}'),
    ("single value, then keyed", Own(single_then_keyed), {}, '{"a":"c","other":"foo"}'),
    ("object, then 42", Own(object_then_scalar), {}, '{"key":42}'),
    ("array, then 42", Own(array_then_scalar), {}, '{"key":42}'),
    ("scalar, then 42", Own(scalar_then_scalar), {}, '{"key":42}'),
    ("the same container twice", Own(same_container_twice), {}, '{"a":1,"b":true}'),
    ("arrays in an array", Own(array_of_arrays), {}, '[[1],{"k":2},3]'),
    ("super encoders in an array", Own(supers_in_an_array), {}, '[0,"First","Second",42]'),
    ("super encoders in an object", Own(supers_in_an_object), {}, '{"super":{"base":1},"other":[2],"own":3}'),
    ("snake", named(SNAKE), {"keys": "snake"}, spelled(SNAKE)),
    ("snake leaves dictionaries", {"leaveMeAlone": 1}, {"keys": "snake"}, '{"leaveMeAlone":1}'),
    ("but not what is in them", {"leaveMe": keyed(aB=1)}, {"keys": "snake"}, '{"leaveMe":{"a_b":1}}'),
    ("nor what they are in", keyed(aB={"leaveMe": 1}), {"keys": "snake"}, '{"a_b":{"leaveMe":1}}'),
    ("custom keys", keyed(a=keyed(b=1)), {"keys": lambda path, key: f"{len(path)}{key}"}, '{"0a":{"1b":1}}'),
    ("the last of two", keyed(aB=1, a_b=2), {"keys": "snake"}, '{"a_b":2}'),
    ("UUID", uuid.UUID("e621e1f8-c36c-495a-93fc-0c247a3e6e5f"), {}, '"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"'),
    ("fragments", [None, True, 1, "a"], {}, '[null,true,1,"a"]'),
]
STJ: list[tuple[str, Any, dict[str, Any], str]] = [
    ("indented", {"a": []}, {"indent": 2}, '{\n  "a": []\n}'),
    (
        "indented with tabs",
        {"a": [1, {}]},
        {"indent": "\t", "newline": "\r\n"},
        '{\r\n\t"a": [\r\n\t\t1,\r\n\t\t{}\r\n\t]\r\n}',
    ),
    ("a+b<", "a+b<", {}, r'"a\u002Bb\u003C"'),
    ("e acute", "é", {}, r'"\u00E9"'),
    ("beyond U+FFFF", "\U0001f600", {}, r'"\uD83D\uDE00"'),
    ("a key", {"é<": "é<"}, {}, r'{"\u00E9\u003C":"\u00E9\u003C"}'),
    ("every special", "\"&'`\x7f>/\\\b\t\n\f\r\x01", {}, r'"\u0022\u0026\u0027\u0060\u007F\u003E/\\\b\t\n\f\r\u0001"'),
    ("bytes", bytes.fromhex("FBFFFBFF"), {}, '"+//7/w=="'),
    ("81.0", 81.0, {}, "81"),
    ("the largest double", largest, {}, "1.7976931348623157E+308"),
    ("exponents", [1e16, 1e17, 1e-4, 1e-5, 1.5e-7], {}, "[10000000000000000,1E+17,0.0001,1E-05,1.5E-07]"),
    ("camel", named(NET_CAMEL), {"keys": "camel"}, spelled(NET_CAMEL)),
    ("snake", named(NET_SNAKE), {"keys": "snake"}, spelled(NET_SNAKE)),
    ("kebab", named({"SHA512Hash": "", "aBC": ""}), {"keys": "kebab"}, '{"sha512-hash":1,"a-bc":1}'),
    ("camel keys of dictionaries", dict.fromkeys(NET_CAMEL, 1), {"dict_keys": "camel"}, spelled(NET_CAMEL)),
    ("camel leaves dictionaries", {"ID": 1}, {"keys": "camel"}, '{"ID":1}'),
    ("UUID", uuid.UUID(int=0xAB), {}, '"00000000-0000-0000-0000-0000000000ab"'),
    ("moment", datetime(2020, 1, 2, 3, 4, 5), {}, '"2020-01-02T03:04:05"'),
    ("moment, trimmed", datetime(2020, 1, 2, 3, 4, 5, 120000), {}, '"2020-01-02T03:04:05.12"'),
    ("moment, offset", datetime(2020, 1, 2, 3, 4, 5, 500, UTC), {}, r'"2020-01-02T03:04:05.0005\u002B00:00"'),
    ("day", datetime(2020, 1, 2).date(), {}, '"2020-01-02"'),
    ("time of day", datetime(2020, 1, 2, 3, 4, 5, 500).time(), {}, '"03:04:05.0005000"'),
    ("span", timedelta(days=1, hours=2, minutes=3, seconds=4, milliseconds=500), {}, '"1.02:03:04.5000000"'),
    ("span below a day", [timedelta(seconds=-1), timedelta(0)], {}, '["-00:00:01","00:00:00"]'),
    ("Decimal", [Decimal("1.50"), Decimal("1E+3")], {}, "[1.50,1000]"),
    ("named literals", [math.nan, math.inf], {"non_finite": ("Infinity", "-Infinity", "NaN")}, '["NaN","Infinity"]'),
    ("null and the default", keyed(a=None, b=0), {}, '{"a":null,"b":0}'),
]
