"""What comes of one case in one encoder, as far as the process that tries it lives to tell?"""

from __future__ import annotations

import contextlib
import threading
from typing import Any

from lab.encoders.call import CannotError
from lab.torture.callers import Encode
from lab.torture.case import Case, Given, Hook, Outcome
from lab.torture.checks import loads

_PLAIN = [1, {"a": "b"}]
_SHOWN = 100
Told = tuple[Outcome, str]


def attempt(case: Case, encode: Encode) -> Told:
    """The outcome of ``case`` and a few words on it."""

    def again(value: Any, hook: Hook | None = None) -> bytes:
        return _bytes(encode(value, hook))

    given = Given(None)
    try:
        given = case.make(again)
        text = _encoded(encode, given)
    except CannotError as error:
        return "cannot", str(error)
    except UnicodeEncodeError as error:
        return "refused", _said(error)
    except Exception as error:
        # SystemError is what the interpreter says of an extension that broke its rules.
        told: Told = ("wrong" if isinstance(error, SystemError) else "refused", _said(error))
    except BaseException as error:
        told = _interrupted(error, given)
    else:
        told = _judged(case, text)
    return told if told[0] not in ("right", "refused") else (_still_sane(again) or told)


def _interrupted(error: BaseException, given: Given) -> Told:
    if given.raises is not None and isinstance(error, given.raises):
        return "refused", _said(error)
    # Such as the panic of a library in Rust: whoever writes `except Exception` does not survive it.
    return "crash", f"{type(error).__name__}, which `except Exception` does not catch"


def _judged(case: Case, text: Any) -> Told:
    try:
        text = _bytes(text)
    except UnicodeEncodeError:
        return "wrong", "its text has no form in UTF-8"
    except TypeError as error:
        return "wrong", str(error)
    why = case.check(text)
    return ("wrong", why[:_SHOWN]) if why else ("right", "")


def _still_sane(again: Any) -> Told | None:
    """What the next call does wrong, if anything."""
    with contextlib.suppress(Exception):
        if loads(again(_PLAIN)) == _PLAIN:
            return None
    return "wrong", "the call after it went wrong"


def _encoded(encode: Encode, given: Given) -> Any:
    if not given.stack:
        return encode(given.value, given.hook)
    found: list[Any] = []

    def work() -> None:
        try:
            found.append((encode(given.value, given.hook), None))
        except BaseException as error:
            found.append((None, error))

    before = threading.stack_size(given.stack)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    threading.stack_size(before)
    text, error = found[0]
    if error is not None:
        raise error
    return text


def _bytes(text: Any) -> bytes:
    if isinstance(text, str):
        return text.encode()
    if not isinstance(text, bytes):
        raise TypeError(f"it returned a {type(text).__name__}")
    return text


def _said(error: BaseException) -> str:
    first = (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}{f': {first}' if first else ''}"[:_SHOWN]
