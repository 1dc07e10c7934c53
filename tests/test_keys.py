"""Do the naming rules give the names that they promise, ours and those of Swift and System.Text.Json?"""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import encoder
from encoder import keys

# A name, and it in snake, kebab, camel and Pascal case. "" is written as a dot.
PLAIN = """
myURLProperty     my_url_property     my-url-property     myUrlProperty     MyUrlProperty
pictureURL        picture_url         picture-url         pictureUrl        PictureUrl
oneTwoThree       one_two_three       one-two-three       oneTwoThree       OneTwoThree
_private_         _private_           _private_           _private_         _Private_
__myURL__         __my_url__          __my-url__          __myUrl__         __MyUrl__
HTTP              http                http                http              Http
HTTPServer        http_server         http-server         httpServer        HttpServer
HTTP2Server       http2_server        http2-server        http2Server       Http2Server
a1B               a1_b                a1-b                a1B               A1B
X509Certificate   x509_certificate    x509-certificate    x509Certificate   X509Certificate
abc123DEF456      abc123_def456       abc123-def456       abc123Def456      Abc123Def456
already_snake     already_snake       already-snake       alreadySnake      AlreadySnake
user__id          user_id             user-id             userId            UserId
FOO_BAR           foo_bar             foo-bar             fooBar            FooBar
X-Trace-Id        x_trace_id          x-trace-id          xTraceId          XTraceId
x                 x                   x                   x                 X
X                 x                   x                   x                 X
.                 .                   .                   .                 .
_                 _                   _                   _                 _
___               ___                 ___                 ___               ___
ÉtéFini           été_fini            été-fini            étéFini           ÉtéFini
straßeÜber        straße_über         straße-über         straßeÜber        StraßeÜber
数据ID              数据_id               数据-id               数据Id              数据Id
a.bC              a.b_c               a.b-c               a.bC              A.bC
"""
STRATEGIES = (keys.snake, keys.kebab, keys.camel, keys.pascal)


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple("" if cell == "." else cell for cell in line.split()) for line in table.strip().splitlines()]


@pytest.mark.parametrize("row", rows(PLAIN), ids=lambda row: row[0])
def test_plain_rules(row: tuple[str, ...]) -> None:
    """A name in our four cases; underscores around it stay, runs of capitals are a word."""
    assert tuple(strategy(row[0]) for strategy in STRATEGIES) == row[1:]


@given(st.text("aBcDe1_- É"))
def test_a_case_of_a_case_is_itself(name: str) -> None:
    """Snake and kebab names stay what they are when they are renamed once more, and no letter or digit is lost."""
    for strategy in (keys.snake, keys.kebab):
        once = strategy(name)
        assert strategy(once) == once
    for strategy in STRATEGIES:
        assert letters(strategy(name)) == letters(name)


def letters(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def test_the_loss_of_acronyms() -> None:
    """What the docstring says is lost: the way back gives myUrlProperty."""
    assert keys.camel(keys.snake("myURLProperty")) == "myUrlProperty"


# From the tests of swift-foundation, and what its rule gives for names of other styles.
SWIFT = """
.                     .
a                     a
A                     a
aA                    a_a
version4Thing         version4_thing
myURL                 my_url
thisIsAnXMLProperty   this_is_an_xml_property
partCAPSLowerAGAIN    part_caps_lower_again
dataPoint22           data_point22
dataPoint22Word       data_point22_word
manyWordsInThisThing  many_words_in_this_thing
asdfĆqer              asdf_ćqer
already_snake_case    already_snake_case
__oneTwoThree__       __one_two_three__
URLPath               u_rl_path
HTTPServer            h_ttp_server
ID                    i_d
foo_Bar               foo__bar
aB1c                  a_b_1c
FOO_BAR               f_oo_bar
føøBar                føø_bar
FØØ                   f_øø
ǅaǅ                   ǆa_ǆ
"""


@pytest.mark.parametrize(("name", "expected"), rows(SWIFT), ids=lambda cell: cell)
def test_swift_snake(name: str, expected: str) -> None:
    """Foundation's convertToSnakeCase, its surprises included."""
    assert keys.renamer("snake", "swift")((), name) == expected


# From the tests of System.Text.Json, and what its rule gives for names of other styles.
NET_CAMEL = [
    ("URLValue", "urlValue"), ("URL", "url"), ("ID", "id"), ("I", "i"), ("", ""), ("Person", "person"),
    ("iPhone", "iPhone"), ("IPhone", "iPhone"), ("I Phone", "i Phone"), ("I  Phone", "i  Phone"),
    (" IPhone", " IPhone"), (" IPhone ", " IPhone "), ("IsCIA", "isCIA"), ("VmQ", "vmQ"), ("Xml2Json", "xml2Json"),
    ("SnAkEcAsE", "snAkEcAsE"), ("SnA__kEcAsE", "snA__kEcAsE"), ("already_snake_case_ ", "already_snake_case_ "),
    ("IsJSONProperty", "isJSONProperty"), ("SHOUTING_CASE", "shoutinG_CASE"), ("ABC123", "abC123"),
    ("9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.9999999Z"),
    ("Hi!! This is text. Time to test.", "hi!! This is text. Time to test."),
    ("BUILDING", "building"), ("BUILDING Property", "building Property"),
    ("Building Property", "building Property"), ("BUILDING PROPERTY", "building PROPERTY"), ("ÉTÉFini", "étéFini"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), NET_CAMEL)
def test_system_text_json_camel(name: str, expected: str) -> None:
    """JsonNamingPolicy.CamelCase."""
    assert keys.renamer("camel", "system_text_json")((), name) == expected


NET_SNAKE = [
    ("XMLHttpRequest", "xml_http_request"), ("SHA512HashAlgorithm", "sha512_hash_algorithm"),
    ("SHA512Hash", "sha512_hash"), ("camelCase", "camel_case"), ("CamelCase", "camel_case"),
    ("snake_case", "snake_case"), ("SNAKE_CASE", "snake_case"), ("kebab-case", "kebab-case"),
    ("KEBAB-CASE", "kebab-case"), ("double  space", "double_space"), (" abc def ", "abc_def"), ("abc", "abc"),
    ("aBC", "a_bc"), ("HTTPServer", "http_server"), ("ID", "id"), ("i", "i"), ("I", "i"), ("", ""), ("  ", ""),
    ("abc123DEF456", "abc123_def456"), ("ABC123def456", "abc123def456"), ("Abc123Def456", "abc123_def456"),
    ("abc 123", "abc_123"), ("ABC DEF", "abc_def"), ("__oneTwo__", "__one_two__"), ("a%B", "a%b"), ("aÉtÉ", "a_ét_é"),
    ("İd", "İd"), ("a\U00010400b", "a\U00010400b"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), NET_SNAKE)
def test_system_text_json_snake(name: str, expected: str) -> None:
    """JsonNamingPolicy.SnakeCaseLower as 8.0 shipped it."""
    assert keys.renamer("snake", "system_text_json")((), name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [("XMLHttpRequest", "xml-http-request"), ("snake_case", "snake_case"), (" abc def ", "abc-def"), ("aBC", "a-bc")],
)
def test_system_text_json_kebab(name: str, expected: str) -> None:
    """JsonNamingPolicy.KebabCaseLower; an underscore is no separator to it."""
    assert keys.renamer("kebab", "system_text_json")((), name) == expected


def test_keep_needs_no_function() -> None:
    """Names that stay as they are have no renamer, under any rules."""
    assert [keys.renamer("keep", rules) for rules in keys.STRATEGIES] == [None, None, None]


ABSENT = [("camel", "swift"), ("kebab", "swift"), ("pascal", "swift"), ("pascal", "system_text_json")]


@pytest.mark.parametrize(("strategy", "rules"), ABSENT)
def test_a_case_that_a_system_has_not(strategy: str, rules: str) -> None:
    """It is an error that says what there is and where the case can be had."""
    with pytest.raises(ValueError, match=f"has snake.*, not '{strategy}'; key_rules='plain' has it"):
        keys.renamer(strategy, rules)


def test_a_function_sees_the_path_and_the_name() -> None:
    """A caller's function is called with both, and what it returns is the name."""
    seen: list[tuple[object, ...]] = []

    def shout(path: tuple[object, ...], name: str) -> str:
        seen.append((path, name))
        return name.upper()

    assert keys.renamer(shout, "swift")(("users", 3), "email") == "EMAIL"
    assert seen == [(("users", 3), "email")]


class Name(str):
    def __str__(self) -> str:
        return "no"


class Fruit(enum.StrEnum):
    APPLE = "apple"


@pytest.mark.parametrize("result", [Name("apple"), Fruit.APPLE])
def test_a_function_may_return_a_subclass_of_str(result: str) -> None:
    """Its characters are the name, as exactly a str."""
    name = keys.renamer(lambda path, name: result)((), "x")
    assert name == "apple" and type(name) is str


@pytest.mark.parametrize("function", [lambda path, name: None, lambda path, name: 7, lambda path, name: b"x"])
def test_a_function_that_returns_no_str(function: Callable[..., object]) -> None:
    """It is a TypeError that names the key and what came instead."""
    with pytest.raises(TypeError, match="must return a str, not .* for 'email'; return the name itself to keep it"):
        keys.renamer(function)((), "email")


def test_what_a_function_raises_goes_through() -> None:
    """The error of a caller's function is the caller's."""
    with pytest.raises(ZeroDivisionError):
        keys.renamer(lambda path, name: 1 // 0)((), "email")


@pytest.mark.parametrize("option", ["keys", "dict_keys"])
@pytest.mark.parametrize("function", [str.upper, lambda key: key])
def test_a_function_of_the_key_alone_is_told_what_it_takes(option: str, function: Any) -> None:
    """A TypeError of the call itself; one from inside the function comes out as it is."""

    @dataclasses.dataclass
    class Row:
        some: int = 1

    with pytest.raises(TypeError, match=r"keys and dict_keys take function\(path, key\)"):
        encoder.encode({"a": Row()}, **{option: function})

    def broken(path: tuple[Any, ...], key: str) -> str:
        raise TypeError("mine")

    with pytest.raises(TypeError, match="^mine"):
        encoder.encode({"a": Row()}, **{option: broken})
