"""Is an array of plain values written one by one, or at once?"""

from __future__ import annotations

from encoder.kernels import buffer, frames, state


class Arrays:
    """A rival may write a whole list where all its members are of one plain class.

    Ours leave short lists alone: a point or a pair is sooner written one by one.

    A rival of your own defines `join`.
    """

    def join(self, numbers):
        """An array as bytes or a str, or None: then its members are written one by one.

        numbers: a new list, not empty, of exact int that fit 64 bits or of exact, finite float.
        """
        raise NotImplementedError(f"{type(self).__qualname__} does not define join(self, numbers)")

    def spell(self, call, items):
        """The text of all of `items` with its brackets, or None: then they are written one by one. Of a rival in
        Python, what its `join` answers."""
        numbers = list(items)
        if not are_numbers(numbers):
            return None
        frames.expose_frames(call)
        text = self.join(numbers)
        if isinstance(text, str):
            text = str.encode(text, "utf-8", "replace")
        if text is not None:
            check_array(self, text)
        return text


class Elementwise(Arrays):
    """Every member is met by itself.

    Trades: speed for a way that knows no special cases. swift-foundation in the 5.10 toolchain.
    """

    def spell(self, call, items):
        return None


class Text(Arrays):
    """Integers and texts at once, held as one text; other members one by one.

    Trades: a text for the whole array, which is copied once more. swift-foundation 6.0: JSONReference's direct
    array, a String.
    """

    def spell(self, call, items):
        spelled = spell_all(call, items, False)
        return None if spelled is None else spelled.decode().encode()


class Direct(Arrays):
    """Integers, floats and texts at once, as bytes. Where nothing stands between value and output, a run writes
    them there.

    Trades: nothing. swift-foundation after #1012: [UInt8] with the length of every element.
    """

    def spell(self, call, items):
        return spell_all(call, items, True)


def are_numbers(items):
    """Are they all an exact int that fits 64 bits, or all an exact, finite float?"""
    kind = type(items[0]) if items else None
    if kind is int:
        return all(type(item) is int and -(2**63) <= item < 2**63 for item in items)
    return kind is float and all(type(item) is float and item - item == 0.0 for item in items)


def check_array(rival, text):
    """Is this an array of numbers, by its looks? Whether it is the right one only `check` asks."""
    where = f"{type(rival).__qualname__}.join must return"
    if type(text) is not bytes:
        raise TypeError(f"{where} bytes, a str or None, not {type(text).__qualname__}")
    if text[:1] != b"[" or text[-1:] != b"]" or text[1:-1].translate(None, b"0123456789+-.eE,"):
        raise ValueError(f"{where} a compact array of numbers, not {text[:80]!r}")


SHORT = 16
"""Members below which a list is not spelled at once."""


def spell_all(call, items, floats):
    """The bytes of a list whose members are all exactly int, str or (where permitted) float; else None.

    The end of the output serves as scratch paper, which is taken out of it again.
    """
    if len(items) < SHORT:
        return None
    kind = type(items[0])
    if kind is not int and kind is not str and not (floats and kind is float):
        return None
    before = buffer.length(call)
    status = buffer.put_byte(call, 0x5B)
    for item in items:
        status = state.STATUS_VALUE
        if type(item) is kind:
            status = state.write_text(call, item) if kind is str else call.policy.kernels.put_scalar(call, item)
        if status != state.STATUS_DONE:
            buffer.truncate_to(call, before)  # one by one it comes out what is the matter, and where
            return None
        buffer.put_byte(call, 0x2C)
    buffer.drop_last(call)
    buffer.put_byte(call, 0x5D)
    state.count(call, state.COUNT_ARRAYS)
    return buffer.take_from(call, before)
