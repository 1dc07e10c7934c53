"""Typed uses of the public API: never run, but checked by `test_typing`. An error that is ignored here must be one."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Unpack, assert_type

import encoder
from encoder import FAST, Encoder, Options, Raw, Recipe, Writer, json
from encoder.axes.base64 import Base64
from encoder.axes.tree import Direct
from encoder.typed import OptionFields


def calls(value: object, buffer: memoryview) -> None:
    assert_type(encoder.encode(value), bytes)
    assert_type(encoder.encode_str(value), str)
    assert_type(encoder.encode_into(value, buffer), int)
    assert_type(encoder.encode_into(value, bytearray(8), 4, indent=2), int)
    assert_type(encoder.encode_lines([value]), bytes)
    encoder.encode()  # pyright: ignore[reportCallIssue]
    encoder.encode(value, FAST)  # pyright: ignore[reportCallIssue]
    encoder.encode_into(value, b"read-only but a buffer")
    encoder.encode_into(value, "text")  # pyright: ignore[reportArgumentType]
    encoder.encode_lines(1)  # pyright: ignore[reportArgumentType]


def options_are_keywords(value: object) -> None:
    encoder.encode(value, indent=2, sort_keys=True, default=str, recipe=FAST)
    encoder.encode(value, indent="\t", layout=(",", ":"), escape=("html", "slashes"), non_finite=("inf", "-inf", "nan"))
    encoder.encode(value, sort_keys="utf16", dates="%d.%m.%Y", keys=lambda path, key: key.upper())
    encoder.encode(value, rules={Decimal: str, bytes: lambda data: data.hex()}, user_info={"any": "thing"})
    encoder.encode_str(value, floats="ecmascript", bytes="base64url", padding=False)
    encoder.encode(value, indet=2)  # pyright: ignore[reportCallIssue]
    encoder.encode(value, indent=2.0)  # pyright: ignore[reportArgumentType]
    encoder.encode(value, floats="ecma")  # pyright: ignore[reportArgumentType]
    encoder.encode(value, default=1)  # pyright: ignore[reportArgumentType]
    encoder.encode_str(value, newline="\r")  # pyright: ignore[reportArgumentType]
    encoder.encode_lines([value], layout=(",", ":", ";"))  # pyright: ignore[reportArgumentType]


def axes_are_keywords(value: object) -> None:
    class Slow(Base64):
        def encode(self, data: bytes) -> str:
            return data.hex()

    encoder.encode(value, tree="value", output="chunks")
    Recipe(tree="direct", base64=Slow, escaping="of_a_plugin").with_(tree=Direct)
    assert_type(FAST.with_(writer="fresh"), Recipe)
    assert_type(FAST.axes["tree"], str | type[Any])
    Recipe(tree="fast")  # pyright: ignore[reportArgumentType]
    Recipe(base64=Direct)  # pyright: ignore[reportArgumentType]
    Recipe(forest="direct")  # pyright: ignore[reportCallIssue]


def options(value: object, **fields: Unpack[OptionFields]) -> bytes:
    """A function of the user's that passes options on."""
    assert_type(Options(**fields).with_(indent=2), Options)
    assert_type(Options.canonical(indent=None), Options)
    assert_type(Options.swift().default, Callable[[Any], object] | None)
    assert_type(Options().max_depth, int)
    Options(floats=Options.orjson().floats, keys=Options.msgspec().keys)
    Options(omit="all")  # pyright: ignore[reportArgumentType]
    return Encoder(options=Options(**fields)).encode(value)


def encoders(value: object, path: Path) -> None:
    mine = Encoder(FAST, Options(indent=2), tree="reference", default=repr, max_depth=10)
    assert_type(mine.encode(value), bytes)
    assert_type(mine.encode_str(value), str)
    assert_type(mine.encode_into(value, bytearray(8), offset=1), int)
    assert_type(mine.pieces(value), Iterator[bytes])
    assert_type((mine.recipe, mine.options, mine.isa), tuple[Recipe, Options, str])
    mine.dump_lines([value], path)
    mine.encode(value, indent=2)  # pyright: ignore[reportCallIssue]
    mine.recipe = FAST  # pyright: ignore[reportAttributeAccessIssue]
    Encoder(Options())  # pyright: ignore[reportArgumentType]
    Encoder(max_dept=1)  # pyright: ignore[reportCallIssue]


class AsyncFile:
    async def write(self, data: bytes) -> int:
        await asyncio.sleep(0)
        return len(data)


def files(value: object, path: Path) -> None:
    with path.open("wb") as binary, path.open("w") as text:
        encoder.dump(value, binary, indent=2)
        encoder.dump(value, text)
    for file in (path, "file.json", io.BytesIO(), io.StringIO()):
        encoder.dump(value, file)
        encoder.dump_lines([value], file, ascii=True)
    encoder.dump(value, b"file.json")  # pyright: ignore[reportArgumentType]
    encoder.dump(value, AsyncFile())  # pyright: ignore[reportArgumentType]
    encoder.dump(value, [])  # pyright: ignore[reportArgumentType]


async def async_files(value: object, stream: asyncio.StreamWriter, values: AsyncIterator[object]) -> None:
    await encoder.adump(value, stream, recipe=FAST, indent=2)
    await encoder.adump(values, AsyncFile())
    await encoder.adump_lines(values, "file.ndjson")
    await encoder.adump_lines([value], io.BytesIO(), default=str)
    await Encoder(indent=2).adump(values, stream)
    await Encoder().adump_lines(values, stream)
    encoder.adump(value, stream)  # pyright: ignore[reportUnusedCoroutine]
    await encoder.adump_lines(1, stream)  # pyright: ignore[reportArgumentType]


def tokens() -> None:
    writer = Writer(FAST, None, indent=2)
    assert_type((writer.depth, writer.pending), tuple[int, int])
    writer.start_object()
    writer.name("photo")
    writer.base64_segment(b"ab")
    writer.base64_segment(memoryview(b"c"), is_final=True)
    writer.name("text")
    writer.string_segment("z", is_final=True)
    writer.name(1)  # pyright: ignore[reportArgumentType]
    writer.base64("text")  # pyright: ignore[reportArgumentType]
    writer.raw(b"[1, 2]")
    writer.end()
    assert_type(writer.finish(), bytes)


class Point:
    def __encode__(self, to: encoder.To) -> None:
        keyed = to.keyed()
        keyed["x"] = 1
        keyed[2] = None
        assert_type(keyed.nested_keyed("inner"), encoder.Keyed)
        keyed.nested_unkeyed("list").append(self)
        Point.__encode__(self, keyed.super_encoder())
        assert_type(to.path, tuple[Any, ...])
        assert_type(to.unkeyed(), encoder.Unkeyed)
        assert_type(to.single(), encoder.Single)
        to.single().set(self)
        keyed[None] = 1  # pyright: ignore[reportArgumentType]


@dataclass
class Record:
    name: Annotated[str, encoder.field(name="n", omit="none", as_=str.upper)]
    code: Annotated[int, encoder.field(omit=True)]
    wrong: Annotated[int, encoder.field(omit="never")]  # pyright: ignore[reportArgumentType]


class Mine(json.JSONEncoder):
    def default(self, o: Any) -> Any:
        return repr(o) if isinstance(o, complex) else super().default(o)


def standard_library(value: object) -> None:
    assert_type(json.dumps(value, indent=2, sort_keys=True, cls=Mine, separators=(",", ":")), str)
    assert_type(json.JSONEncoder(default=str).encode(value), str)
    assert_type(json.JSONEncoder().iterencode(value), Iterable[str])
    json.dump(value, io.StringIO())
    encoder.json.loads("[]")
    json.dumps(value, indent=[])  # pyright: ignore[reportArgumentType]


def the_rest() -> None:
    assert_type(Raw("1").text, bytes)
    Raw(1)  # pyright: ignore[reportArgumentType]
    assert_type(encoder.build, str)
    assert_type(encoder.build_report(), dict[str, str])
    assert_type(encoder.__version__, str)
    assert_type(encoder.retained(), int)
    assert_type(encoder.strategies(), dict[str, list[str]])
    assert_type(encoder.strategy_source("tree", "direct"), str)
    assert_type(encoder.source(Record, keys="camel"), str)
    encoder.register("base64", "mine", Base64)
    assert issubclass(encoder.ConformanceError, AssertionError)
    print(encoder.check(Base64).axis)
    print(encoder.chekc)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
    rules: Mapping[type[Any], Callable[[Any], object]] = {Decimal: str}
    encoder.encode(1, rules=rules)
    encoder.encode(1, rules=Options().rules)
    encoder.encode(1, rules=lambda cls: None)
    try:
        encoder.encode(object())
    except encoder.UnsupportedTypeError as error:
        assert_type((error.path, error.reason), tuple[tuple[object, ...], str])
