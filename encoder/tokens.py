"""How is JSON written token by token? A Writer checks that the tokens make a document."""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from encoder.axes import writer as writer_axis
from encoder.encoder import Encoder
from encoder.errors import EncodeError, TooDeepError, WriterStateError, relocate
from encoder.kernels import buffer, frames

NO_SEGMENT, BASE64_SEGMENT, STRING_SEGMENT = range(3)
ENDINGS = ("", "base64_segment(data, is_final=True)", "string_segment(text, is_final=True)")
"""What a writer is in the middle of, and what ends that."""


class Writer:
    """Writer(recipe=None, options=None, **changes)\n--\n
    A document under construction, in a buffer of its own that is kept from one `reset` to the next (so the
    recipe's `writer` has no say).

    Not for use by several threads at once, nor by the hooks of a value that it is writing. A token that cannot
    stand where it is put raises WriterStateError; a value that cannot be encoded raises as `encode` does; neither
    leaves anything behind. The path of either begins at the document's root.

    Of its own tokens a writer forgets what it has written: the options sort_keys, dict_keys and duplicate_keys concern
    the values that it is given, not the names.
    """

    def __init__(self, recipe=None, options=None, **changes):
        if cython.compiled and self.call:
            raise TypeError("a Writer does not change: make another one")
        self.encoder = Encoder(recipe, options, **changes)
        self.unpooled = writer_axis.Unpooled()
        self.call = self.unpooled.rent()
        writer_axis.let_borrow(self.call)
        self.encoder.instruct(self.call)
        self.ends = bytearray()
        self.steps = []  # of each open container the name, None between two, or the index of what comes next
        self.is_named = False
        self.is_complete = False
        self.is_busy = False
        self.segment = NO_SEGMENT
        self.held = None
        self.speller = None
        self.has_rules = bool(self.encoder.options.rules)

    def __dealloc__(self):
        if cython.compiled and self.call:
            writer_axis.end_call(self.call)  # the collector may have taken all else

    @property
    def depth(self):
        """How many containers are open."""
        return len(self.ends)

    @property
    def pending(self):
        """How many bytes are written and not yet taken by `finish`."""
        self.check()
        return buffer.length(self.call)

    def start_object(self):
        self.start(0x7B, 0x7D)

    def start_array(self):
        self.start(0x5B, 0x5D)

    def end(self):
        """Close the container that was opened last."""
        self.check_token()
        if not self.ends:
            raise self.misplaced("end() without an open container")
        if self.is_named:
            raise self.misplaced("end() after name(): a value is expected")
        buffer.put_end(self.call, self.ends.pop())
        self.steps.pop()
        self.close_value()

    def name(self, text):
        """Write a member's name; its value comes next."""
        self.check_token()
        if not isinstance(text, str):
            raise TypeError(f"a name is a str, not {type(text).__name__}")
        if not self.ends or self.ends[-1] != 0x7D:
            raise self.misplaced("name() outside of an object: a value is expected")
        if self.is_named:
            raise self.misplaced("name() after name(): a value is expected")
        text = str.__str__(text)
        if self.has_rules:
            buffer.put_bytes(self.call, self.spell(text))
        else:
            self.write(text)
            buffer.drop_last(self.call)
        buffer.put_byte(self.call, 0x3A)
        self.steps[-1] = text
        self.is_named = True

    def value(self, value):
        """Write any value that `encode` takes."""
        self.expect_value()
        self.write(value)
        self.close_value()

    def raw(self, json):
        """Write a value that is JSON already, as str or bytes; it is checked."""
        from encoder.types.raw import Raw  # late: few writers embed

        self.value(Raw(json))

    def base64(self, data):
        """Write a bytes-like value as base64: of the URL alphabet or without padding if the options say so, but
        whatever else they make of bytes."""
        self.expect_value()
        self.base64_segment(data, is_final=True)

    def base64_segment(self, data, is_final=False):
        """Write a part of a value that is base64 as a whole; nothing else may be written before its last part.

        Up to two bytes are kept for the next part, so that only the last can end in ``=``.
        """
        part = bytes(memoryview(data))
        self.expect_segment(BASE64_SEGMENT)
        if self.held:
            part = self.held + part
        whole = len(part) if is_final else len(part) - len(part) % 3
        self.put_segment(BASE64_SEGMENT, part[:whole], part[whole:], is_final)

    def string_segment(self, text, is_final=False):
        """Write a part of a str; nothing else may be written before its last part.

        Surrogates that two parts have split are joined: a high one at the end of a part is kept for the next.
        """
        if not isinstance(text, str):
            raise TypeError(f"a part of a str is a str, not {type(text).__name__}")
        part = str.__str__(text)
        self.expect_segment(STRING_SEGMENT)
        if self.held:
            part = join_surrogates(self.held, part)
        held = part[-1] if part and not is_final and 0xD800 <= ord(part[-1]) < 0xDC00 else ""
        self.put_segment(STRING_SEGMENT, part[: len(part) - len(held)], held, is_final)

    def rewrite(self, value):
        """Write one value as the whole document, in place of what was there; `finish` takes it, or the next
        `rewrite` overwrites it."""
        self.reset()
        self.write(value)
        self.is_complete = True

    def finish(self):
        """The finished document as bytes; the writer is then as new."""
        self.check_token()
        if self.ends or not self.is_complete:
            expected = "end() is expected" if self.ends else "a value is expected"
            raise self.misplaced(f"finish() before the document is complete: {expected}")
        mark = buffer.length(self.call)
        buffer.drop_last(self.call)
        try:
            result = self.encoder.lay_out(buffer.take_result(self.call), bytearray())
        except MemoryError:
            buffer.truncate_to(self.call, mark)  # the comma is still there
            raise
        self.reset()
        return result

    def reset(self):
        """Forget what is written and begin anew, in the same buffer."""
        self.check()
        buffer.truncate_to(self.call, 0)
        if self.ends:
            self.ends.clear()
            self.steps.clear()
        self.is_named = self.is_complete = False
        self.segment = NO_SEGMENT
        self.held = None

    def write(self, value):
        """Write a value and its comma, or nothing."""
        mark = buffer.length(self.call)
        self.call.max_depth = self.encoder.max_depth - len(self.ends)
        self.is_busy = True
        try:
            self.encoder.write_value(self.call, value, self.encoder.default, None)
        except BaseException as error:
            if isinstance(error, Exception):
                relocate(error, self.place())
            self.encoder.instruct(self.call)  # the walk may have been at what permits a run more
            frames.clear_frames(self.call)
            buffer.truncate_to(self.call, mark)
            self.is_busy = False
            raise
        self.is_busy = False

    def put_segment(self, kind, part, held, is_final):
        """Write a part without the quotes that are not its own, or nothing."""
        text = self.spell(part)
        # One call that may fail for lack of memory; it leaves room for the comma.
        buffer.put_bytes(self.call, text[1 if self.segment else 0 : len(text) - (0 if is_final else 1)])
        if is_final:
            buffer.put_byte(self.call, 0x2C)
            self.close_value()
        self.segment = NO_SEGMENT if is_final else kind
        self.held = None if is_final else held

    def spell(self, part):
        """A str, or bytes in base64, between quotes."""
        if self.speller is None:
            self.speller = speller_for(self.encoder)
        try:
            return self.speller.encode(part)
        except EncodeError as error:
            relocate(error, self.place())
            raise

    def place(self):
        """The names and indexes that lead to what comes next."""
        return tuple(self.steps[:-1] if self.steps and self.steps[-1] is None else self.steps)

    def misplaced(self, reason):
        return WriterStateError(reason, self.place())

    def start(self, start, end):
        self.expect_value()
        if len(self.ends) >= self.encoder.max_depth:
            raise TooDeepError(f"nested deeper than max_depth={self.encoder.max_depth}: allow more", self.place())
        self.ends.append(end)
        try:
            buffer.put_byte(self.call, start)
        except MemoryError:
            self.ends.pop()
            raise
        self.steps.append(None if end == 0x7D else 0)
        self.is_named = False

    def check(self):
        """May this writer be used now?"""
        if cython.compiled and (not self.call or self.encoder is None):
            raise TypeError("this Writer was not initialised: a subclass must call Writer.__init__")
        if self.is_busy:
            raise self.misplaced("this Writer is writing a value: a hook of that value needs a Writer of its own")

    def check_token(self):
        """May a token begin here?"""
        self.check()
        if self.segment:
            raise self.misplaced(f"a value is only partly written: {ENDINGS[self.segment]} is expected")

    def expect_segment(self, kind):
        if self.segment == kind:
            self.check()
        else:
            self.expect_value()

    def expect_value(self):
        self.check_token()
        if self.is_complete:
            raise self.misplaced("the document is complete: finish() or reset() is expected")
        if self.ends and self.ends[-1] == 0x7D and not self.is_named:
            raise self.misplaced("a value in an object without a name: name() or end() is expected")

    def close_value(self):
        if self.ends:
            self.steps[-1] = None if self.ends[-1] == 0x7D else self.steps[-1] + 1
        self.is_named = False
        self.is_complete = not self.ends


if not cython.compiled:  # C's documentation of a class begins with its signature; Python has that from __init__
    for _class in (Encoder, Writer):
        _class.__doc__ = _class.__doc__.partition("\n--\n\n")[2]


def speller_for(encoder):
    """The encoder of names and of parts of a value: they are texts, whatever is otherwise made of str or bytes."""
    options = encoder.options
    form = options.bytes if options.bytes == "base64url" else "base64"
    return Encoder(encoder.recipe, options.with_(bytes=form, rules={}, default=None, indent=None, layout="compact"))


def join_surrogates(high, text):
    """`text` after a high surrogate that was kept: one character with the low surrogate that it begins with."""
    if text and 0xDC00 <= ord(text[0]) < 0xE000:
        return chr(0x10000 + ((ord(high) - 0xD800) << 10) + ord(text[0]) - 0xDC00) + text[1:]
    return high + text
