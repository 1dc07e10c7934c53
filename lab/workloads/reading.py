"""Is a text JSON that every encoder may be given, and where is it not?"""

from __future__ import annotations

import json
import re
from typing import Any

from lab.errors import DataError

LIMIT = 64 << 20
"""Bytes of a payload. Every contestant builds one of its own, some times as large as its text, in several processes."""
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)', re.DOTALL)


class _TwiceError(ValueError):
    """A key that one object has twice."""


def parse(content: bytes, *, source: str, lines: bool = False) -> Any:
    """The value of JSON, or of ``lines`` of it, as a list. Raises ``DataError`` with line and column."""
    check_size(len(content), source=source)
    text = _decoded(content, source)
    if not lines:
        return _value(text, source)
    numbered = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return [_value(line, source, first=number) for number, line in numbered]


def check_size(size: int, *, source: str) -> None:
    """Raise ``DataError`` for a payload over `LIMIT`."""
    if size > LIMIT:
        raise DataError(
            f"{source} has {size / 1e6:,.0f} MB, and a payload may have {LIMIT / 1e6:,.0f}: every contestant builds "
            "one of its own. Cut it down; what an encoder does on a tenth of it, it does on all of it."
        )


def _decoded(content: bytes, source: str) -> str:
    try:
        return content.decode(json.detect_encoding(content))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        column = error.start - content.rfind(b"\n", 0, error.start)
        raise _refused(source, f"byte {content[error.start]:#04x} is no {error.encoding}", line, column) from error


def _value(text: str, source: str, *, first: int = 1) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise _refused(source, error.msg, first + error.lineno - 1, error.colno) from error
    except _TwiceError as error:
        raise DataError(
            f"{source} has the key {str(error)!r:.60} twice in one object, of which a parser keeps one and an encoder "
            "would get one. Take the other out."
        ) from error
    except RecursionError as error:
        raise DataError(f"{source} is not JSON that Python's parser reads: it is nested too deeply.") from error
    except ValueError as error:
        match = next((found for found in _CONSTANT.finditer(text) if found[1]), None)
        place = match.start() if match else 0
        line, column = text.count("\n", 0, place), place - text.rfind("\n", 0, place)
        raise _refused(source, str(error), first + line, column) from error


def _refused(source: str, why: str, line: int, column: int) -> DataError:
    return DataError(f"{source} is not JSON: {why}, in line {line}, column {column}.")


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not a JSON value")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        raise _TwiceError(next(name for name, _ in pairs if name in seen or seen.add(name)))
    return found
