"""How do Python values become JSON? `encode(value)`, and the strategies behind it."""

from __future__ import annotations

from encoder import _build

__version__ = "0.1.0"

build: str
build, _reason = _build.choose()

from encoder.axes.writer import retained  # noqa: E402  (the build is chosen before a hot module is imported)
from encoder.catalogue import register, strategies, strategy_source  # noqa: E402
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
from encoder.front import (  # noqa: E402
    adump,
    adump_lines,
    dump,
    dump_lines,
    encode,
    encode_into,
    encode_lines,
    encode_str,
)
from encoder.options import Options  # noqa: E402
from encoder.recipe import (  # noqa: E402
    FAST,
    PLAIN,
    STJ_6,
    STJ_7,
    STJ_9,
    STJ_9_GENERATED,
    SWIFT_5_10,
    SWIFT_6_0,
    SWIFT_AFTER,
    Recipe,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from encoder import json as json  # so spelled, it is one of this package's names
    from encoder import keys as keys
    from encoder.checking import ConformanceError, check
    from encoder.containers import Keyed, Single, To, Unkeyed
    from encoder.phasing import phases
    from encoder.readers import source
    from encoder.tokens import Writer
    from encoder.types.field import field
    from encoder.types.raw import Raw
else:  # or a type checker would take any name for one of this package
    _LATE = {
        "ConformanceError": "encoder.checking",
        "Keyed": "encoder.containers",
        "Raw": "encoder.types.raw",
        "Single": "encoder.containers",
        "To": "encoder.containers",
        "Unkeyed": "encoder.containers",
        "Writer": "encoder.tokens",
        "check": "encoder.checking",
        "field": "encoder.types.field",
        "json": "encoder.json",
        "keys": "encoder.keys",
        "phases": "encoder.phasing",
        "source": "encoder.readers",
    }
    """Where to find what few programs need: importing all of it takes as long as the rest."""

    def __getattr__(name: str) -> object:
        if name not in _LATE:
            import sys

            from encoder.naming import elsewhere

            hint = elsewhere(name)
            reason = f"module 'encoder' has no attribute {name!r}{f'; {hint}' if hint else ''}"
            raise AttributeError(reason, name=name, obj=sys.modules[__name__])  # so that Python can guess
        from importlib import import_module

        module = import_module(_LATE[name])
        found = globals()[name] = module if _LATE[name] == f"encoder.{name}" else getattr(module, name)
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})


del TYPE_CHECKING


def build_report() -> dict[str, str]:
    """Which build this process runs, why, with which instruction set, how it reads records, and from which sources."""
    from encoder.walk import reads_in_place

    return _build.report(build, _reason, Encoder().isa, "in place" if reads_in_place() else "asked")


__all__ = [
    "BufferTooSmallError",
    "ChangedDuringEncodingError",
    "CircularReferenceError",
    "ConformanceError",
    "DuplicateKeyError",
    "EncodeError",
    "Encoder",
    "FAST",
    "InvalidValueError",
    "Keyed",
    "Options",
    "PLAIN",
    "Raw",
    "Recipe",
    "STJ_6",
    "STJ_7",
    "STJ_9",
    "STJ_9_GENERATED",
    "SWIFT_5_10",
    "SWIFT_6_0",
    "SWIFT_AFTER",
    "Single",
    "To",
    "TooDeepError",
    "Unkeyed",
    "UnsupportedTypeError",
    "Writer",
    "WriterStateError",
    "adump",
    "adump_lines",
    "build",
    "build_report",
    "check",
    "dump",
    "dump_lines",
    "encode",
    "encode_into",
    "encode_lines",
    "encode_str",
    "field",
    "phases",
    "register",
    "retained",
    "source",
    "strategies",
    "strategy_source",
]
