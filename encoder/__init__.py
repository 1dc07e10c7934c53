"""How do Python values become JSON? `encode(value)`, and the strategies behind it."""

from __future__ import annotations

from encoder import _build

build, _reason = _build.choose()

from encoder.axes.writer import retained  # noqa: E402  (the build is chosen before a hot module is imported)
from encoder.catalogue import strategies  # noqa: E402
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
)
from encoder.front import dump, encode, encode_into, encode_str  # noqa: E402
from encoder.options import Options  # noqa: E402
from encoder.recipe import FAST, PLAIN, STJ_6, STJ_7, STJ_9, SWIFT_6_0, SWIFT_AFTER, Recipe  # noqa: E402
