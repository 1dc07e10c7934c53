"""How does a design become a call that can be timed, and do all contestants say the same?"""

from __future__ import annotations

import base64
import dataclasses
import io
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import encoder
from lab.errors import DisagreementError, LabError, PayloadError
from lab.measure.foreign import found
from lab.model import Design, Method
from lab.workloads import Workload

STREAM_CAPACITY = 32_767
"""Bytes of the stream that the published benchmarks write into and rewind."""

_SAID = 300

RETAINED = 65_537
"""One more than by default, which keeps the same blocks. Where it is given, a document that is one scalar takes the
writer that the design names too: by default the cached one is passed over, and it would be measured against none."""


@dataclass(frozen=True, kw_only=True)
class Contestant:
    """One design with its own fresh payload; ``operation`` is what is timed and counted."""

    design: Design
    operation: Callable[[], Any]
    output: Callable[[], bytes]
    """Runs the operation once and gives the bytes it made."""
    notes: set[str] = field(default_factory=set)
    """What its output gave away: ``text`` where a function returned str, ``form`` where another spelling of the same,
    ``unjudged`` where the standard library cannot say what is right.
    """


def contestant(design: Design, build: Callable[[], Any], method: Method) -> Contestant:
    """``design`` set up to encode what ``build`` makes through ``method``, as many times as one operation of it is."""
    one = _encoding(design, build, method)
    if design.calls == 1:
        return one
    return dataclasses.replace(one, operation=partial(_repeated, one.operation, design.calls))


def _repeated(operation: Callable[[], Any], calls: int) -> None:
    for _ in itertools.repeat(None, calls):
        operation()


def _encoding(design: Design, build: Callable[[], Any], method: Method) -> Contestant:
    """``design`` set up to encode what ``build`` makes through ``method``.

    The operation is a C-level partial wherever it can be, so that no Python frame of the lab is charged
    to an encoder. Raises whatever the encoder raises for the payload.
    """
    if design.foreign:
        return _foreign(design, build, method)
    recipe = getattr(encoder, design.preset).with_(**design.axes)
    made = encoder.Encoder(recipe, retain=RETAINED)
    value = build()
    if method == "to_bytes":
        operation = partial(made.encode, value)
        return Contestant(design=design, operation=operation, output=operation)
    if method == "to_str":
        operation = partial(made.encode_str, value)
        return Contestant(design=design, operation=operation, output=lambda: operation().encode())
    if method == "as_property":
        # The object around the payload is built once: it stands for one that the caller has anyway.
        operation = partial(made.encode_str, {"Prop": value})
        return Contestant(design=design, operation=operation, output=lambda: operation().encode())
    if method == "to_writer":
        # A writer that is kept and written over, as in the source system's benchmark of this name.
        writer = encoder.Writer(recipe)
        operation = partial(writer.rewrite, value)
        return Contestant(design=design, operation=operation, output=lambda: (operation(), writer.finish())[1])
    if method == "to_stream":
        stream = io.BytesIO(bytes(STREAM_CAPACITY))
        operation = partial(_rewind_and_dump, made.dump, value, stream)
        return Contestant(design=design, operation=operation, output=partial(_written, operation, stream))
    raise ValueError(f"{method!r} is no method of encoding")


def _foreign(design: Design, build: Callable[[], Any], method: Method) -> Contestant:
    """A function by itself: what it returns is timed as it is, str or bytes."""
    value = build()
    operation = partial(found(design.foreign), {"Prop": value} if method == "as_property" else value)
    notes: set[str] = set()
    return Contestant(
        design=design, operation=operation, output=partial(_returned, design.label, operation, notes), notes=notes
    )


def _returned(label: str, operation: Callable[[], Any], notes: set[str]) -> bytes:
    written = operation()
    if isinstance(written, str):
        notes.add("text")
        return written.encode()
    if isinstance(written, bytes | bytearray | memoryview):
        return bytes(written)
    raise PayloadError(
        f"{label} returned {'nothing' if written is None else f'a {type(written).__name__}'}. A contestant returns "
        "what it wrote, as bytes or str; wrap one that writes into a file or a buffer."
    )


def _rewind_and_dump(dump: Callable[..., None], value: Any, stream: io.BytesIO) -> None:
    stream.seek(0)
    dump(value, stream)


def _written(operation: Callable[[], None], stream: io.BytesIO) -> bytes:
    operation()
    return stream.getvalue()[: stream.tell()]


@contextmanager
def naming_refusals(design: Design, payload: Workload) -> Iterator[None]:
    """Turn what an encoder raises for ``payload`` into a ``PayloadError`` that names both."""
    try:
        yield
    except LabError:
        raise
    except Exception as error:
        if not (design.foreign or isinstance(error, encoder.EncodeError)):
            raise
        if design.foreign:
            said = f": {error}"[:_SAID] if str(error) else ""
            raise PayloadError(
                f"{design.label} raised {type(error).__name__} on {payload.title}{said}"
            ) from error
        raise PayloadError(
            f"{design.label} cannot encode {payload.title}: {error} Change the payload, or give the encoder "
            "a `default` for this type; nothing was measured."
        ) from error


def agree(contestants: Sequence[Contestant], build: Callable[[], Any], method: Method) -> bytes:
    """The bytes that all contestants give.

    Raises ``DisagreementError`` where two differ, or where they differ in meaning from the standard library.
    """
    first = contestants[0]
    expected = first.output()
    for other in contestants[1:]:
        got = other.output()
        if got == expected:
            continue
        if (first.design.foreign or other.design.foreign) and alike(expected, got):
            other.notes.add("form")
        else:
            raise DisagreementError.between(first.design.label, other.design.label, expected, got)
    judge = _standard(build(), method)
    if judge is None:
        first.notes.add("unjudged")
    elif judge != expected and not alike(judge, expected):
        raise DisagreementError.between("the standard library", first.design.label, judge, expected)
    return expected


def alike(one: bytes, other: bytes) -> bool:
    """Whether two texts say the same to who reads JSON, however they are spelled."""
    try:
        return json.loads(one) == json.loads(other)
    except (ValueError, RecursionError):
        return False


def _standard(value: Any, method: Method) -> bytes | None:
    """What the standard library writes, told what bytes and dataclasses mean; None where it cannot."""
    if method == "as_property":
        value = {"Prop": value}
    try:
        text = json.dumps(value, default=_plain, separators=(",", ":"), ensure_ascii=False)
        return text.encode()
    except (TypeError, ValueError, RecursionError):
        return None


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | bytearray | memoryview):
        return base64.b64encode(value).decode()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    raise TypeError(type(value).__name__)
