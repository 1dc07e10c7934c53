"""Is the output of `Options.html()` safe inside a script element and an attribute?"""

from __future__ import annotations

import base64
import dataclasses
import datetime as dt
import enum
import html
import json
import math
from html.parser import HTMLParser
from typing import Any

import pytest
from covering import by_recipe

from encoder import Encoder, Options, Raw, Recipe


@dataclasses.dataclass
class Point:
    x: Any = 1
    _hidden: int = 2
    y: Any = None


HOSTILE = [
    "</script><script>alert(1)</script><!--", "]]>", "<![CDATA[", "&lt;&#39;", "' onclick='x()", "\u2028\u2029",
    "plain", "\\u003c", "é<😀>", "&" * 40, "x" * 50 + "'",
]  # fmt: skip


def hostile_value() -> dict[str, Any]:
    return {
        **{text: text for text in HOSTILE},
        "list": HOSTILE,
        "nested": [{text: [text]} for text in HOSTILE],
        "raw": Raw(json.dumps({text: [text, r"\<"] for text in HOSTILE}, ensure_ascii=False)),
        "escaped raw": Raw(json.dumps(HOSTILE)),
        "base64": [bytes([at, 255 - at, 62]) for at in range(256)],
        "class": Point("<&'>", y="'"),
        "enum": enum.Enum("Tag", {"A": "<b>'&"}).A,
        "date": dt.datetime(2020, 1, 2, tzinfo=dt.UTC),
    }


@by_recipe
@pytest.mark.parametrize("fields", [{}, {"ascii": True}, {"indent": 2}, {"sort_keys": True}, {"bytes": "base64url"}])
def test_html_has_no_special_character(recipe: Recipe, fields: dict[str, Any]) -> None:
    """None of < > & ' and the two line separators anywhere: keys, values, base64, raw JSON; and it reads back."""
    text = Encoder(recipe, Options.html(**fields)).encode_str(hostile_value())
    assert not set("<>&'\u2028\u2029") & set(text)
    found = json.loads(text)
    assert {text: found[text] for text in HOSTILE} == {text: text for text in HOSTILE}
    assert found["list"] == found["escaped raw"] == HOSTILE
    assert found["raw"] == {text: [text, r"\<"] for text in HOSTILE}
    decode = base64.urlsafe_b64decode if fields.get("bytes") else base64.b64decode
    assert [decode(text) for text in found["base64"]] == hostile_value()["base64"]
    assert found["class"] == {"x": "<&'>", "_hidden": 2, "y": "'"} and found["enum"] == "<b>'&"


@by_recipe
def test_html_own_texts(recipe: Recipe) -> None:
    """Also what options spell themselves: not-finite numbers, formats of dates, names of fields."""
    one = Encoder(
        recipe,
        Options.html(non_finite=("<inf>", "'", "&"), dates="%Y'<%m>", keys=lambda path, name: f"<{name}>", omit="none"),
    )
    text = one.encode_str([math.inf, -math.inf, math.nan, dt.datetime(2020, 1, 2), Point()])
    assert not set("<>&'") & set(text)
    assert json.loads(text) == ["<inf>", "'", "&", "2020'<01>", {"<x>": 1, "<_hidden>": 2}]


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.data: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.data.append(data)


@by_recipe
def test_html_survives_a_parser(recipe: Recipe) -> None:
    """In a script element and in an attribute in single quotes a parser finds the text whole, and no other tag."""
    text = Encoder(recipe, Options.html()).encode_str(hostile_value())
    reader = Reader()
    reader.feed(f"<script>{text}</script><p data-x='{text}'></p>")
    reader.close()
    assert [tag for tag, _ in reader.tags] == ["script", "p"]
    assert reader.data == [text] and reader.tags[1][1] == {"data-x": text}
    assert html.unescape(text) == text
