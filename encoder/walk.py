"""What happens to a value on its way to bytes? A call's walk: containers in, events for the tree out."""

from __future__ import annotations

try:
    from encoder import _cython as cython
except ImportError:
    import cython  # never executed: it is how Cython learns what the name means

from itertools import islice

from encoder.errors import (
    BufferTooSmallError,
    ChangedDuringEncodingError,
    CircularReferenceError,
    DuplicateKeyError,
    InvalidValueError,
    TooDeepError,
    UnsupportedTypeError,
    spell_path,
)
from encoder.kernels import buffer, frames, state
from encoder.types import records

# Not in walk.pxd: whoever cimports that would compile every kernel once more.
if cython.compiled:
    from cython.cimports.encoder.kernels import levels
else:
    from encoder.kernels import levels


class Walk:
    """One call from where its first run stopped. `file` is what a full buffer is written to, if anything is."""

    def __init__(self, tree, default, file):
        self.tree = tree
        self.default = default
        self.file = file
        self.stopped = None

    def begin(self, call, value):
        """Walk all of `value`, for a tree that wants to see everything."""
        state.set_value(call, value)
        self.follow(call, state.STATUS_VALUE)

    def follow(self, call, status):
        """Go on until the root value is written."""
        try:
            while status != state.STATUS_DONE:
                if status == state.STATUS_VALUE:
                    self.meet(call, frames.take_value(call))
                elif status == state.STATUS_END:
                    self.tree.end(call)
                elif status == state.STATUS_ATTRIBUTE:
                    frames.ask_field(call)
                elif status == state.STATUS_KEY:
                    self.spell_rest(call)
                elif status == state.STATUS_FULL:
                    self.flush(call)
                else:
                    self.fail(call, status)
                status = self.tree.advance(call)
            status = self.tree.replay(call)
            while status != state.STATUS_DONE:
                if status == state.STATUS_FULL:
                    self.flush(call)
                else:
                    self.fail(call, status)
                status = self.tree.replay(call)
        except Exception as error:
            self.blame(call, error)
            raise

    def meet(self, call, value):
        """One value that no run has written."""
        kind = state.kind_of(value)
        if kind == state.KIND_LIST:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_LIST, len(value))
        elif kind == state.KIND_DICT:
            self.tree.start_object(call)
            self.enter(call, value, state.FRAME_DICT, len(value))
        elif kind == state.KIND_TUPLE:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_TUPLE, len(value))
        elif kind != state.KIND_OTHER:
            status = self.tree.scalar(call, value)
            if status != state.STATUS_DONE:
                state.set_value(call, value)
                self.fail(call, status)
        else:
            self.meet_other(call, value)

    def enter(self, call, container, kind, size):
        status = frames.push_frame(call, container, kind, size)
        frames.pin_frames(call)
        if status != state.STATUS_DONE:
            self.fail(call, status)

    def meet_other(self, call, value):
        """A value whose exact type is none of JSON's own."""
        rule = rule_of(type(value))
        if isinstance(rule, records.Record):
            self.tree.start_object(call)
            status = frames.push_fields(call, value, rule.names, rule.literals)
            if status != state.STATUS_DONE:
                self.fail(call, status)
        elif rule is dict:
            # A subclass may keep an order of its own, so it is asked for its items.
            frames.expose_frames(call)
            items = self.spell_keys(call, list(value.items()), {}, False)
            self.tree.start_object(call)
            status = frames.push_items(call, items, value)
            if status != state.STATUS_DONE:
                self.fail(call, status)
        elif rule is list:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_LIST, list.__len__(value))
        elif rule is tuple:
            self.tree.start_array(call)
            self.enter(call, value, state.FRAME_TUPLE, tuple.__len__(value))
        elif rule is not None:
            self.meet(call, rule(value))
        elif self.default is not None:
            frames.expose_frames(call)
            self.enter(call, self.default(value), state.FRAME_ONE, 1)
        else:
            hint = "pass default=, a function that returns something encodable in its place"
            raise self.stop(UnsupportedTypeError(f"cannot encode {spell_type(value)}; {hint}", frames.frame_path(call)))

    def spell_rest(self, call):
        """The top dict has a key that is no plain str: spell that one and all that follow."""
        rest = frames.rest_of_dict(call)  # first: it takes hold of what the status is about
        if rest is None:
            self.fail(call, state.STATUS_CHANGED)
        frames.expose_frames(call)
        written = islice(frames.top_container(call), frames.entries_before(call))
        frames.swap_for_items(call, self.spell_keys(call, rest, dict.fromkeys(written), True))

    def spell_keys(self, call, items, written, entered):
        """The same items with keys as text, in order; each text once, and none that is `written` already.

        entered: does the top frame stand for their dict?
        """
        spelled = {}
        for key, value in items:
            text, problem = spell_key(key)
            if text in spelled or text in written:
                problem = DuplicateKeyError(f"two keys are written {text!r}")
            if problem is not None:
                place = frames.frame_path(call)
                raise self.stop(type(problem)(problem.reason, place[:-1] if entered else place))
            spelled[text] = value
        return list(spelled.items())

    def flush(self, call):
        """Hand what is written to its memory or file, all but the last comma, which may yet be overwritten."""
        if call.buffer.sink == state.SINK_FILE:
            frames.expose_frames(call)
            self.file.write(buffer.take_pending(call, 1))
        elif buffer.flush_to_memory(call, 1) != state.STATUS_DONE:
            self.fail(call, state.STATUS_SMALL)

    def fail(self, call, status):
        """Raise what a status says."""
        raise self.stop(failure(call, status))

    def stop(self, error):
        """Remember an error as one that says itself where it happened."""
        self.stopped = error
        return error

    def blame(self, call, error):
        """Say where it happened, in an error that does not say so itself."""
        if error is not self.stopped and not isinstance(error, MemoryError):
            error.add_note(f"while encoding {spell_path(frames.frame_path(call))}")
        self.stopped = None  # or error, traceback and this walk would keep each other, and the value, alive


def failure(call, status):
    """The error for a status."""
    # First of all take hold of what it is about: making a path may run a collection, and that anything.
    value = frames.take_value(call) if status == state.STATUS_NON_FINITE or status == state.STATUS_CIRCULAR else None
    path = frames.frame_path(call)
    if status == state.STATUS_CHANGED:
        return ChangedDuringEncodingError("this container changed while it was being encoded", path[:-1])
    if status == state.STATUS_DEEP:
        return TooDeepError(f"nested deeper than max_depth={call.max_depth + call.outer}: allow more", path)
    if status == state.STATUS_CIRCULAR:
        return CircularReferenceError(f"this {spell_type(value)} holds itself", frames.circular_path(call))
    if status == state.STATUS_SURROGATE:
        return InvalidValueError(f"a str with a lone surrogate {SURROGATE}", path)
    if status == state.STATUS_KEY_SURROGATE:
        return InvalidValueError(f"a key with a lone surrogate {SURROGATE}", path)
    if status == state.STATUS_NON_FINITE:
        return InvalidValueError(f"JSON has no form for {value!r}: put None or a str in its place", path)
    if status == state.STATUS_LONG:
        return InvalidValueError(LONG, path)
    return BufferTooSmallError("the buffer ends before the JSON does: give a larger one", path)


SURROGATE = "has no UTF-8 form: decode the text anew with errors='replace', or drop it"
LONG = "an int with more digits than sys.get_int_max_str_digits() allows"


def spell_key(key):
    """A key as text, or None and the error that says why not."""
    rule = rule_of(type(key))
    if rule is KEEP_TEXT:
        return str.__str__(key), None
    if key is None:
        return "null", None
    if key is True:
        return "true", None
    if key is False:
        return "false", None
    if rule is KEEP_INTEGER:
        try:
            return int.__repr__(key), None
        except ValueError:
            return None, InvalidValueError(f"a key that is {LONG}")
    if rule is KEEP_FLOAT:
        text = float.__repr__(key)
        if text in ("nan", "inf", "-inf"):
            return None, InvalidValueError(f"JSON has no form for the key {text}")
        return text, None
    return None, UnsupportedTypeError(f"cannot use {spell_type(key)} as a key: keys are str, int, float, bool or None")


# The base class's own methods: a subclass may show itself otherwise, and still is that text or number.
KEEP_TEXT, KEEP_INTEGER, KEEP_FLOAT = str.__str__, int.__int__, float.__float__


def plain_bytes(value):
    return bytes(memoryview(value))


RULES = {str: KEEP_TEXT, int: KEEP_INTEGER, float: KEEP_FLOAT, bytes: plain_bytes}
MANY_CLASSES = 4096
KNOWN = {}


def rule_of(cls):
    """How a class is written: as one of JSON's own types, by a function or a record's plan; None for no way.

    Asked of the class, never of the instance: an instance may lie about its class and answer any attribute.
    """
    try:
        return KNOWN[cls]
    except KeyError:
        pass
    if len(KNOWN) >= MANY_CLASSES:
        KNOWN.clear()  # classes made at run time must not be kept for ever
    rule = records.plan(cls)
    for base in (str, int, float, bytes, dict, list, tuple):
        if rule is None and issubclass(cls, base):
            rule = RULES.get(base, base)
    KNOWN[cls] = rule
    return rule


def spell_type(value):
    cls = type(value)
    return cls.__qualname__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__qualname__}"


def end_memory(call):
    """Hand the end of a finished document to the caller's memory."""
    if buffer.flush_to_memory(call, 0) != state.STATUS_DONE:
        raise BufferTooSmallError("the buffer ends before the JSON does: give a larger one")


class Probe:
    def __init__(self, first, second):
        self.a = first
        self.b = second


FIRST, SECOND = object(), object()
levels.probe_layouts(Probe(FIRST, SECOND), FIRST, SECOND)


def kernels_named(name):
    """The kernels of one instruction-set level, the best where `name` is empty."""
    return levels.choose_kernels(name)
