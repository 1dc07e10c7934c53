"""Is an array of plain values written one by one, or at once?"""

from __future__ import annotations

from encoder.kernels import buffer, state


class Arrays:
    """A rival may write a whole list where all its members are of one plain class."""

    def spell(self, call, items):
        """The text of all of `items` with its brackets, or None: then they are written one by one."""
        raise NotImplementedError


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


def spell_all(call, items, floats):
    """The bytes of a list whose members are all exactly int, str or (where permitted) float; else None.

    The end of the output serves as scratch paper, which is taken out of it again.
    """
    if not items:
        return None
    kind = type(items[0])
    if kind is not int and kind is not str and not (floats and kind is float):
        return None
    before = buffer.length(call)
    status = buffer.put_byte(call, 0x5B)
    for item in items:
        status = state.STATUS_VALUE
        if type(item) is kind:
            status = state.write_text(call, item) if kind is str else call.kernels.put_scalar(call, item)
        if status != state.STATUS_DONE:
            buffer.truncate_to(call, before)  # one by one it comes out what is the matter, and where
            return None
        buffer.put_byte(call, 0x2C)
    buffer.drop_last(call)
    buffer.put_byte(call, 0x5D)
    state.count(call, state.COUNT_ARRAYS)
    return buffer.take_from(call, before)
