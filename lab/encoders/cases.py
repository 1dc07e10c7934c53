"""On which cases do all encoders meet, and when do two texts say the same?"""

from __future__ import annotations

import datetime
import decimal
import fnmatch
import marshal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Literal

from lab import workloads
from lab.encoders import values
from lab.errors import require
from lab.model import Origin

Mode = Literal["repeated", "first"]
MARSHALLED: dict[str, bytes] = {}
"""Documents by the names of their workloads. Whoever forks contestants fills it, in a fork: a process that has parsed
a document has a heap full of holes, in which the values of all its forks would lie scattered."""


@dataclass(frozen=True, kw_only=True)
class PeerCase:
    """One value, and what it asks of an encoder; ``build`` makes it anew on every call."""

    name: str
    title: str
    group: str
    build: Callable[[], Any]
    need: str = "plain"
    """One of `lab.encoders.call.NEEDS`."""
    mode: Mode = "repeated"
    """Whether the same object is encoded again and again, or each object once."""
    origin: Origin = "generated"
    document: str = ""
    """The workload that it is, whose marshalled form must be in `MARSHALLED` before it can be built quickly."""
    text: bool = False
    """A text beyond ASCII, or a list of them: who leaves UTF-8 copies in it does not repeat the work."""
    exact: bool = False
    """Whether only peers count that write the same text to the byte."""
    meaning: Callable[[Any], Any] = lambda value: value
    """What of a parsed text must be the same in all of them, where forms may differ."""


def get(name: str) -> PeerCase:
    """The case called ``name``. Raises ``UnknownNameError`` with the nearest names."""
    require("case", name, names())
    return next(case for case in listed() if case.name == name)


def names() -> list[str]:
    """All names, in the order of the table."""
    return [case.name for case in listed()]


def matching(wanted: Iterable[str]) -> list[str]:
    """The cases that ``wanted`` names, by name or by a pattern such as ``int*``; all where nothing is named.

    Raises ``UnknownNameError`` for a name or a pattern that fits none.
    """
    known, found = names(), set()
    for one in wanted:
        fitting = fnmatch.filter(known, one)
        if not fitting:
            require("case", one, known)
        found.update(fitting)
    return [name for name in known if name in found] if found else known


def _copy(source: str) -> Any:
    """A payload made anew from its marshalled form, in a tenth of the time that parsing its file takes."""
    if source not in MARSHALLED:
        MARSHALLED[source] = marshalled(source)
    return marshal.loads(MARSHALLED[source])


def marshalled(source: str) -> bytes:
    """The workload ``source`` as `MARSHALLED` keeps it."""
    return marshal.dumps(workloads.get(source).build())


def _moments(parsed: Sequence[str]) -> list[datetime.datetime]:
    return [datetime.datetime.fromisoformat(text) for text in parsed]


def _amounts(parsed: Sequence[str | float]) -> list[decimal.Decimal]:
    return [decimal.Decimal(str(amount)) for amount in parsed]


def _singles(parsed: Sequence[float]) -> list[float]:
    import numpy

    return numpy.asarray(parsed, dtype="float32").tolist()


def _alphabet(parsed: str | list[str]) -> str:
    return "\n".join([parsed] if isinstance(parsed, str) else parsed).translate({45: 43, 95: 47})


@cache
def listed() -> tuple[PeerCase, ...]:
    """Every case of the bar that the compiled build is held to, group by group."""
    made: list[PeerCase] = []

    def add(group: str, name: str, title: str, build: Callable[[], Any], need: str = "plain", **more: Any) -> None:
        made.append(PeerCase(name=name, title=title, group=group, build=build, need=need, **more))

    def document(group: str, name: str, source: str, title: str, need: str = "plain", **more: Any) -> None:
        origin = workloads.get(source).origin
        add(group, name, title, partial(_copy, source), need, origin=origin, document=source, **more)

    add("Small", "int_42", "the number 42", partial(int, 42))
    add("Small", "login", "2 texts and a flag", values.login)
    add("Small", "str_pairs_100", "dict of 100 texts", values.pairs)

    add("Numbers", "small_ints_10k", "0 to 9999", values.small_ints)
    add("Numbers", "int53_10k", "10,000 ints of 53 bits", partial(values.whole, 53))
    add("Numbers", "int64_10k", "10,000 ints of 64 bits", partial(values.whole, 63))
    add("Numbers", "doubles_10k", "10,000 doubles of 16-17 digits", values.doubles)
    add("Numbers", "prices_10k", "10,000 doubles of 2 decimals", values.prices)

    document("Documents", "canada", "canada", "canada.json")
    document("Documents", "twitter", "twitter", "twitter.json")
    document("Documents", "citm_catalog", "citm_catalog", "citm_catalog.json")
    document("Documents", "github_events", "github_events", "github_events.json")
    document("Documents", "mesh", "mesh", "mesh.json")

    add("Bytes", "bytes_32x3000", "32 x 3000 bytes as base64", values.blobs, "bytes", meaning=_alphabet)
    add("Bytes", "bytes_1m", "1 MiB as base64", values.blob, "bytes", meaning=_alphabet)

    add("Text", "ascii_1m", "1 MB of ASCII", values.ascii_text)
    add("Text", "escapes_sparse_1m", "1 MB, an escape per 64 B", values.sparse_escapes)
    add("Text", "escapes_dense_1m", "1 MB of escapes only", values.dense_escapes)
    add("Text", "japanese_1m_first", "1 MB of Japanese, first call", values.japanese, mode="first", text=True)
    add("Text", "japanese_1m", "1 MB of Japanese, repeated", values.japanese, text=True)
    add("Text", "cjk_texts_1k", "1000 short CJK texts", values.short_texts, text=True)

    add("Types", "dataclasses_1k", "1000 dataclasses, untouched", values.rows, "dataclasses")
    add("Types", "dataclasses_touched_1k", "1000 dataclasses, __dict__ touched", values.touched_rows, "dataclasses")
    slotted = partial(values.rows, values.SlottedRow)
    add("Types", "dataclasses_slots_1k", "1000 dataclasses with slots", slotted, "slots")
    add("Types", "attrs_1k", "1000 attrs instances", values.attrs_rows, "attrs")
    add("Types", "enums_1k", "1000 enum members", values.colors, "enums")
    add("Types", "uuids_1k", "1000 UUIDs", values.uuids, "uuids")
    for name, zone in (("aware", datetime.UTC), ("naive", None)):
        build = partial(values.moments, zone)
        add("Types", f"datetimes_{name}_1k", f"1000 {name} datetimes", build, "datetimes", meaning=_moments)
    add("Types", "decimals_1k", "1000 Decimals", values.decimals, "decimals", meaning=_amounts)

    add("Forms", "int_keys_1k", "dict of 1000 int keys", values.int_keys, "int_keys")
    document("Forms", "sorted_citm", "citm_catalog", "citm_catalog.json, sorted keys", "sorted")
    document("Forms", "indented_citm", "citm_catalog", "citm_catalog.json, indent 2", "indented")
    add("Forms", "hook_calls_1k", "1000 calls of a hook", values.held, "hooks")
    add("Forms", "ndjson_1k", "1000 rows as NDJSON", values.lines, "lines")

    add("Arrays", "numpy_float64_100k", "100,000 float64", partial(values.array, "float64"), "numpy")
    add("Arrays", "numpy_float32_100k", "100,000 float32", partial(values.array, "float32"), "numpy", meaning=_singles)
    add("Arrays", "numpy_int64_100k", "100,000 int64", partial(values.array, "int64"), "numpy")

    document("json.dumps", "dumps_twitter", "twitter", "twitter.json as json.dumps", "standard", exact=True)
    document("json.dumps", "dumps_canada", "canada", "canada.json as json.dumps", "standard", exact=True)
    return tuple(made)
