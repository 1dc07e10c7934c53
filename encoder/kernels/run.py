"""Which values can be written without asking anyone? The twin of run.h: a run writes them one after the other."""

from __future__ import annotations

from encoder.kernels.buffer import flush_mark
from encoder.kernels.children import is_intact, is_unchanged, next_child
from encoder.kernels.frames import push_frame
from encoder.kernels.spellers import SPELL, choose_spellers
from encoder.kernels.state import (
    COUNT_FLAT,
    COUNT_GENERAL,
    COUNT_PLAIN,
    FRAME_DICT,
    FRAME_FIELDS,
    FRAME_FINAL,
    FRAME_ITEMS,
    FRAME_ITERATOR,
    FRAME_LIST,
    FRAME_ONE,
    FRAME_TUPLE,
    KEYS_IN_ORDER,
    MAY_WRITE_ALL,
    MAY_WRITE_BYTES,
    MAY_WRITE_DICTS,
    MAY_WRITE_ELEMENTS,
    MAY_WRITE_FLAT,
    MAY_WRITE_LISTS,
    MAY_WRITE_TUPLES,
    NOTHING,
    STATUS_CHANGED,
    STATUS_DONE,
    STATUS_END,
    STATUS_FINAL,
    STATUS_FULL,
    STATUS_KEY,
    STATUS_KEY_SURROGATE,
    STATUS_LONG,
    STATUS_NON_FINITE,
    STATUS_SURROGATE,
    STATUS_VALUE,
    Call,
    count,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable

    from encoder.kernels.spellers import Speller


FLAT = 16
"""Members of a list that is written at once: a point, a pair, a colour."""


def put_scalar(call: Call, value: object) -> int:
    """Write one value that holds no others."""
    text = SPELL[type(value)](value)
    if not text:
        return failed(call, value)
    call.buffer.bytes += text
    return STATUS_DONE


def put_text(call: Call, text: str) -> int:
    """Write one str with its quotes."""
    return put_scalar(call, text)


def failed(call: Call, value: object) -> int:
    """Why has `value` no spelling?"""
    call.value = value
    return {str: STATUS_SURROGATE, int: STATUS_LONG, float: STATUS_NON_FINITE}[type(value)]


def run(call: Call) -> int:
    """Write what may be written; DONE, or the status that says what stopped it."""
    count(call, COUNT_PLAIN if call.mask == MAY_WRITE_ALL else COUNT_GENERAL)
    choose_spellers(call)
    if call.root is not NOTHING:
        root, call.root = call.root, NOTHING
        status = put_value(call, root)
        if status != STATUS_DONE:
            return status
    frames = call.frames
    while frames:
        kind = frames[-1].kind
        if (kind == FRAME_LIST or kind == FRAME_TUPLE) and call.mask & MAY_WRITE_ELEMENTS:
            status = run_through_list(call)
        elif kind == FRAME_DICT:
            status = run_through_dict(call)
        else:
            status = one_more(call)
        if status == STATUS_END and kind == FRAME_FINAL:
            call.frames.pop()
            return STATUS_FINAL
        if status == STATUS_END:
            close_top(call)
        elif status != STATUS_DONE:
            return status
    return STATUS_DONE


def run_through_list(call: Call) -> int:
    """Write the scalars of the top list up to its first container: END, DONE (another frame is on top) or why."""
    frame = call.frames[-1]
    if not is_unchanged(frame):
        return STATUS_CHANGED
    out = call.buffer.bytes
    mark = flush_mark(call)
    if len(out) >= mark:
        return STATUS_FULL
    spell = call.spell
    flat = is_flat_allowed(call)
    for value in frame.children:
        speller = spell(type(value))
        if speller is None:
            text = spell_flat(value, spell) if flat and type(value) is list else b""
            if not text:
                return put_value(call, value)
            count(call, COUNT_FLAT)
        else:
            text = speller(value)
            if not text:
                return failed(call, value)
        out += text
        out += b","
        if len(out) >= mark:
            return STATUS_FULL
    return STATUS_END if is_unchanged(frame) else STATUS_CHANGED


def is_flat_allowed(call: Call) -> bool:
    """May a list in the top container be written without a frame of its own?"""
    return bool(call.mask & MAY_WRITE_LISTS and call.mask & MAY_WRITE_FLAT) and len(call.frames) < call.max_depth


def spell_flat(items: list[object], spell: Callable[[type], Speller | None]) -> bytes:
    """A short list of scalars at once; empty where it is none, and then the ordinary way finds out why."""
    if len(items) > FLAT:
        return b""
    texts = []
    for item in items:
        speller = spell(type(item))
        if speller is None:
            return b""
        texts.append(speller(item))
    return b"[" + b",".join(texts) + b"]" if all(texts) else b""


def run_through_dict(call: Call) -> int:
    """The same for the top dict."""
    frame = call.frames[-1]
    if not is_unchanged(frame):
        return STATUS_CHANGED
    out = call.buffer.bytes
    mark = flush_mark(call)
    if len(out) >= mark:
        return STATUS_FULL
    spell, spell_text = call.spell, call.spell_text
    flat = is_flat_allowed(call)
    try:
        for key, value in frame.children:
            if type(key) is not str:
                frame.held, call.key, call.value = key, key, value
                return STATUS_KEY if is_intact(frame) else STATUS_CHANGED
            name = spell_text(key)
            if not name:
                frame.held = call.value = key
                return STATUS_KEY_SURROGATE
            speller = spell(type(value))
            if speller is None:
                text = spell_flat(value, spell) if flat and type(value) is list else b""
                if text:
                    count(call, COUNT_FLAT)
                    out += b"%b:%b," % (name, text)
                    continue
                out += name
                out += b":"
                frame.held = key
                return put_value(call, value)
            text = speller(value)
            if not text:
                out += name  # the walk may have a text for the value
                out += b":"
                frame.held = key
                return failed(call, value)
            out += b"%b:%b," % (name, text)
            if len(out) >= mark:
                frame.held = key
                return STATUS_FULL
    except (RuntimeError, KeyError):
        return STATUS_CHANGED
    return STATUS_END if is_unchanged(frame) and is_intact(frame) else STATUS_CHANGED


def one_more(call: Call) -> int:
    """Write one child of a frame whose children are made on demand."""
    frame = call.frames[-1]
    if len(call.buffer.bytes) >= flush_mark(call):
        return STATUS_FULL
    status = next_child(call)
    if status != STATUS_VALUE:
        return status
    if frame.kind == FRAME_FIELDS or frame.kind == FRAME_ITEMS:
        key = call.key if frame.kind == FRAME_ITEMS else frame.labels[frame.position - 1]
        if type(key) is bytes:
            call.buffer.bytes += key
        else:
            name = call.spell_text(key)
            if not name:
                call.value = key
                return STATUS_KEY_SURROGATE
            call.buffer.bytes += name
            call.buffer.bytes += b":"
    elif not call.mask & MAY_WRITE_ELEMENTS and frame.kind != FRAME_ONE and frame.kind != FRAME_FINAL:
        return STATUS_VALUE
    return put_value(call, call.value)


def put_value(call: Call, value: object) -> int:
    """Write a scalar with its comma, or enter a container; VALUE where neither is permitted."""
    out = call.buffer.bytes
    mask = call.mask
    kind = type(value)
    speller = call.spell(kind)
    if speller is not None:
        text = speller(value)
        if not text:
            return failed(call, value)
        out += text
        out += b","
        return STATUS_DONE
    if kind is dict and mask & MAY_WRITE_DICTS and not mask & KEYS_IN_ORDER:
        status = push_frame(call, value, FRAME_DICT, len(value))
        if status == STATUS_DONE:
            out += b"{"
        return status
    if (kind is list and mask & MAY_WRITE_LISTS) or (kind is tuple and mask & MAY_WRITE_TUPLES):
        status = push_frame(call, value, FRAME_LIST if kind is list else FRAME_TUPLE, len(value))
        if status == STATUS_DONE:
            out += b"["
        return status
    if kind is bytes and mask & MAY_WRITE_BYTES:
        status = call.policy.put_base64(call, value)
        call.buffer.bytes += b","
        return status
    call.value = value
    return STATUS_VALUE


def close_top(call: Call) -> None:
    """Write the end of the top container; it overwrites the comma of its last child."""
    frame = call.frames.pop()
    if frame.kind == FRAME_ONE:
        return
    out = call.buffer.bytes
    if frame.size:
        del out[-1:]
    out += b"]," if frame.kind in (FRAME_LIST, FRAME_TUPLE, FRAME_ITERATOR) else b"},"
