"""What is the state of one encode() call? The twin of state.h: a writer object and the buffer it writes to."""

from __future__ import annotations

FRAME_LIST, FRAME_TUPLE, FRAME_DICT, FRAME_ITEMS, FRAME_FIELDS, FRAME_ONE = range(6)
HOME_POOL, HOME_HEAP = range(2)
SINK_RESULT, SINK_MEMORY, SINK_FILE = range(3)
(
    STATUS_DONE,
    STATUS_VALUE,
    STATUS_ATTRIBUTE,
    STATUS_KEY,
    STATUS_END,
    STATUS_FULL,
    STATUS_CHANGED,
    STATUS_DEEP,
    STATUS_CIRCULAR,
    STATUS_SURROGATE,
    STATUS_KEY_SURROGATE,
    STATUS_NON_FINITE,
    STATUS_LONG,
    STATUS_SMALL,
) = range(14)
MAY_WRITE_TEXT, MAY_WRITE_NUMBERS, MAY_WRITE_BYTES, MAY_WRITE_LISTS, MAY_WRITE_DICTS = 1, 2, 4, 8, 16
MAY_WRITE_RECORDS = 32
MAY_WRITE_ALL = 63
KIND_TEXT, KIND_NUMBER, KIND_BYTES, KIND_LIST, KIND_TUPLE, KIND_DICT, KIND_OTHER = range(7)

KINDS = {
    str: KIND_TEXT,
    int: KIND_NUMBER,
    float: KIND_NUMBER,
    bool: KIND_NUMBER,
    type(None): KIND_NUMBER,
    dict: KIND_DICT,
    list: KIND_LIST,
    tuple: KIND_TUPLE,
    bytes: KIND_BYTES,
}


NOTHING = object()
"""Stands for a C NULL where None is a value."""


class Buffer:
    """The bytes written so far, and the memory or file that gets them."""

    __slots__ = ("bytes", "sink", "target", "target_end", "written")

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.sink = SINK_RESULT


class Frame:
    """A container on the way down: what is left of it, and the child it stands at."""

    __slots__ = ("container", "kind", "children", "size", "position", "held", "names", "literals", "keys", "exposed")

    def __init__(self, container: object, kind: int, size: int) -> None:
        self.container = container
        self.kind = kind
        self.size = size
        self.position = 0
        self.held: object = None
        self.keys: list[object] | None = None
        self.exposed = False


class Call:
    """The writer: where it is in the value, and what its recipe and options say."""

    __slots__ = (
        "buffer", "frames", "max_depth", "outer", "root", "value", "key", "put_base64", "base64", "kernels", "retain", "mask",
        "pooled",
    )  # fmt: skip

    def __init__(self, buffer: Buffer) -> None:
        self.buffer = buffer
        self.frames: list[Frame] = []
        self.root: object = NOTHING
        self.value: object = None
        self.key: object = None


def kind_of(value: object) -> int:
    return KINDS.get(type(value), KIND_OTHER)


def set_root(call: Call, value: object) -> None:
    call.root = value


def set_base64(call: Call, strategy: object) -> None:
    call.base64 = strategy


def base64_of(call: Call) -> object:
    return call.base64


def set_value(call: Call, value: object) -> None:
    call.value = value
