"""Does what docs/encoder.md tells people who come from json, orjson or msgspec write what they had?"""

from __future__ import annotations

import inspect
import json
import re
from datetime import UTC, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from absence import needed

import encoder
from encoder import Raw, encode, encode_into, encode_lines, encode_str
from encoder.naming import FLAGS

TEXT = (Path(__file__).resolve().parents[1] / "docs" / "encoder.md").read_text("utf-8")
AT = datetime(2024, 2, 29, 12, 30, 15, 250, tzinfo=UTC)
NAMES = {
    "Raw": Raw,
    "datetime": datetime,
    "encode": encode,
    "encode_into": encode_into,
    "encode_lines": encode_lines,
    "encode_str": encode_str,
    "hook": lambda value: [type(value).__name__],
    "json": json,
    "text": b'{"a":[1]}',
    "time": time,
    "timezone": timezone,
}

WITNESSES: dict[str, Any] = {
    "json.dumps(value)": "a",
    "indent=2": {"a": [1]},
    "sort_keys=True": {"b": 1, "a": 2},
    "default=hook": [1j],
    "ensure_ascii=True": "é",
    "allow_nan=True": [float("inf"), float("nan")],
    'separators=(", ", ": ")': {"a": [1, 2]},
    "orjson.dumps(value)": {"a": "é"},
    "OPT_INDENT_2": {"a": [1]},
    "OPT_SORT_KEYS": {"b": 1, "a": 2},
    "OPT_STRICT_INTEGER": 2**53,
    "OPT_UTC_Z": [AT, AT.replace(tzinfo=timezone(timedelta(hours=1)))],
    "OPT_NAIVE_UTC": [AT.replace(tzinfo=None), AT],
    "OPT_OMIT_MICROSECONDS": [AT, AT.time()],
    "OPT_APPEND_NEWLINE": [1],
    "orjson.Fragment(text)": None,
    "msgspec.json.encode(value)": {"a": "é"},
    "enc_hook=hook": [1j],
    'order="sorted"': {"b": 1, "a": 2},
    'order="deterministic"': {"b": 1, "a": 2},
    'decimal_format="string"': [Decimal("1.50")],
    'uuid_format="hex"': UUID(int=1),
    "Encoder().encode_lines(value)": [1, {"a": 2}],
    "msgspec.Raw(text)": None,
}
"""A value that is written otherwise with the option than without, by what stands in the first cell."""


def rows(library: str) -> list[tuple[str, str]]:
    """The cells of the table for those who come from a library."""
    body = TEXT.partition(f"| {library} | here |\n|---|---|\n")[2].partition("\n\n")[0]
    return [tuple(cell.strip() for cell in line.strip("| ").split(" | ")) for line in body.splitlines()]  # type: ignore[misc]


TABLES = {library: rows(library) for library in ("json", "orjson", "msgspec.json")}
CHECKED = [
    (library, re.findall(r"`([^`]+)`", theirs)[0], re.findall(r"`([^`]+)`", ours)[0])
    for library, table in TABLES.items()
    for theirs, ours in table
    if re.findall(r"`([^`]+)`", theirs)[0] in WITNESSES
]


CALLS = {
    "json": "json.dumps(value, {})",
    "orjson": "orjson.dumps(value, {})",
    "msgspec.json": "msgspec.json.Encoder({}).encode(value)",
}
"""How each library is called with an option."""


def said_by(library: str, code: str, value: Any) -> Any:
    """What a library writes, or that it refuses: `code` is a call, an option of the call, or a value for it."""
    package = library.partition(".")[0]
    names = {**NAMES, "value": value, package: json if package == "json" else needed(package)}
    if library == "json" and not re.search("separators|indent|value", code):  # compact, as what stands beside it
        code += ", separators=(',', ':')"
    if code.startswith("OPT_"):
        code = f"option=orjson.{code}"
    elif code.startswith("Encoder()"):
        code = f"msgspec.json.{code}"
    if code.endswith("(text)"):
        code = CALLS[library].format("").replace("value", f"[{code}]")
    elif "(value" not in code:
        code = CALLS[library].format(code)
    return answer(code, names)


def answer(code: str, names: dict[str, Any]) -> Any:
    try:
        return eval(code, names)
    except (TypeError, ValueError):
        return "refused"


def said_here(code: str, value: Any, call: str = "encode") -> Any:
    """The same of this package."""
    if code.endswith("(text)"):
        code = f"encode([{code}])"
    elif not re.match(r"encode\w*\(", code):
        code = f"{call}(value, {code})"
    return answer(code, {**NAMES, "value": value})


@pytest.mark.parametrize(("library", "theirs", "ours"), CHECKED, ids=[theirs for _, theirs, _ in CHECKED])
def test_what_the_table_says_writes_the_same(library: str, theirs: str, ours: str) -> None:
    """Each row's call or option gives what the library's own gives for a value on which it matters."""
    value = WITNESSES[theirs]
    expected = said_by(library, theirs, value)
    assert said_here(ours, value, "encode_str" if library == "json" else "encode") == expected
    if "(value)" not in theirs and "text" not in theirs:
        plain = said_by(library, 'separators=(",", ":")' if library == "json" else "", value)
        default = said_here("", value, "encode_str" if library == "json" else "encode")
        assert expected != plain or expected != default


def test_every_option_of_theirs_is_in_the_table() -> None:
    """All that json.dumps, orjson's flags and msgspec's Encoder take has a row, and all witnesses are used."""
    orjson, msgspec = needed("orjson"), needed("msgspec")
    first = {library: " ".join(theirs for theirs, _ in table) for library, table in TABLES.items()}
    flags = {name for name in vars(orjson) if name.startswith("OPT_")}
    assert set(re.findall(r"OPT_\w+", first["orjson"])) == flags
    named = set(inspect.signature(json.dumps).parameters) - {"obj", "kw"}
    assert {name for name in named if f"`{name}=" in first["json"]} == named
    wanted = set(inspect.signature(msgspec.json.Encoder).parameters)
    assert wanted and {name for name in wanted if f"`{name}=" in first["msgspec.json"]} == wanted
    assert {theirs for _, theirs, _ in CHECKED} == set(WITNESSES)


def test_options_without_a_counterpart_are_met_as_the_table_says() -> None:
    """What needs no option here is so by default."""
    assert encode({1: 2}) == b'{"1":2}' and said_here('key_types="raise"', {1: 2}) == "refused"
    assert encode([Decimal("1.50"), UUID(int=1)]) == b'[1.50,"00000000-0000-0000-0000-000000000001"]'
    assert encode_str([1, {"a": 2}], layout=(",", ": ")) == json.dumps([1, {"a": 2}], separators=(",", ": "))
    assert encoder.json.dumps({(1,): 2, "a": 1}, skipkeys=True) == '{"a": 1}'
    hooked = encode([AT.date()], default=lambda value: "hooked", default_for="stdlib")
    assert hooked == json.dumps([AT.date()], default=lambda value: "hooked").encode()
    buffer = bytearray(16)
    assert bytes(buffer[: encode_into([1], buffer)]) == b"[1]" and len(buffer) == 16


@pytest.mark.parametrize("name", ["OPT_SORT_KEYS", "OPT_PASSTHROUGH_DATETIME", "dumps", "loads", "Fragment"])
def test_a_name_of_theirs_is_answered_with_ours(name: str) -> None:
    """Who asks this package for what another one has is told what to write; so is who gives it as an option."""
    with pytest.raises(AttributeError, match=rf"no attribute '{name}'; .*\b(here|encodes)\b") as caught:
        getattr(encoder, name)
    assert (caught.value.name, caught.value.obj) == (name, encoder)
    with pytest.raises(AttributeError, match="no attribute 'encoed'$"):
        _ = encoder.encoed  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match=r"no axis or option 'option'; .*indent=2 or sort_keys=True"):
        encode(1, option=3)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"no axis or option 'OPT_UTC_Z'; here it is dates='iso_z'"):
        encode(1, **{"OPT_UTC_Z": True})  # type: ignore[arg-type]


def test_flags_are_answered_as_the_table_says() -> None:
    """What an error says of a flag of orjson's stands in its row of the table."""
    cells = dict(TABLES["orjson"])
    for flag, hint in FLAGS.items():
        cell, code = cells[f"`{flag}`"], hint.removeprefix("here it is ").replace("'", '"')
        is_default = hint == "it is the default here" and cell.startswith(("the default", "always"))
        assert is_default or cell == f"`{code}`"


def test_what_is_imported_late_is_listed() -> None:
    """dir(encoder) has every public name, so that a prompt can complete it."""
    assert set(encoder.__all__) <= set(dir(encoder))
