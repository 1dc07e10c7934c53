"""How do Python values become JSON? `encode(value)`, and the strategies behind it."""

from __future__ import annotations

from encoder import _build

build, _reason = _build.choose()

from encoder.axes.writer import retained  # noqa: E402  (the build is chosen before a hot module is imported)
from encoder.catalogue import strategies, strategy_source  # noqa: E402
from encoder.encoder import Encoder  # noqa: E402
from encoder.errors import (  # noqa: E402
    BufferTooSmallError,
    ChangedDuringEncodingError,
    CircularReferenceError,
    DuplicateKeyError,
    EncodeError,
    InvalidValueError,
    TooDeepError,
    UnsupportedTypeError,
    WriterStateError,
)
from encoder.front import dump, encode, encode_into, encode_str  # noqa: E402
from encoder.options import Options  # noqa: E402
from encoder.phases import phases  # noqa: E402
from encoder.recipe import FAST, PLAIN, STJ_6, STJ_7, STJ_9, SWIFT_6_0, SWIFT_AFTER, Recipe  # noqa: E402
from encoder.tokens import Writer  # noqa: E402


def build_report() -> dict[str, str]:
    """Which build this process runs, why, with which instruction set, and from which sources."""
    return _build.report(build, _reason, Encoder().isa)


__all__ = [
    "BufferTooSmallError",
    "ChangedDuringEncodingError",
    "CircularReferenceError",
    "DuplicateKeyError",
    "EncodeError",
    "Encoder",
    "FAST",
    "InvalidValueError",
    "Options",
    "PLAIN",
    "Recipe",
    "STJ_6",
    "STJ_7",
    "STJ_9",
    "SWIFT_6_0",
    "SWIFT_AFTER",
    "TooDeepError",
    "UnsupportedTypeError",
    "Writer",
    "WriterStateError",
    "build",
    "build_report",
    "dump",
    "encode",
    "encode_into",
    "encode_str",
    "phases",
    "retained",
    "strategies",
    "strategy_source",
]
