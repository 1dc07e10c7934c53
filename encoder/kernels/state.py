"""What is the state of one encode() call? The twin of state.h: a writer object and the buffer it writes to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import SimpleNamespace as Kernels

(
    FRAME_LIST,
    FRAME_TUPLE,
    FRAME_DICT,
    FRAME_ITEMS,
    FRAME_FIELDS,
    FRAME_ONE,
    FRAME_ITERATOR,
    FRAME_FINAL,
    FRAME_VECTOR,
    FRAME_ENTRIES,
) = range(10)
HOME_POOL, HOME_HEAP, HOME_RESULT = range(3)
SINK_RESULT, SINK_MEMORY, SINK_FILE, SINK_LAYOUT = range(4)
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
    STATUS_FINAL,
) = range(15)
MAY_WRITE_TEXT, MAY_WRITE_INTEGERS, MAY_WRITE_FLOATS, MAY_WRITE_WORDS = 1, 2, 4, 8
MAY_WRITE_BYTES, MAY_WRITE_LISTS, MAY_WRITE_TUPLES, MAY_WRITE_DICTS, MAY_WRITE_RECORDS = 16, 32, 64, 128, 256
MAY_WRITE_ELEMENTS, MAY_WRITE_FLAT = 512, 1024
MAY_WRITE_ALL = 2047
TEXT_BY_SLOT = 2048
KEYS_IN_ORDER, ORDER_UTF16 = 1 << 27, 1 << 28
(
    LEAF_NONE,
    LEAF_ENUM,
    LEAF_MOMENT,
    LEAF_DATE,
    LEAF_TIME,
    LEAF_DURATION,
    LEAF_UUID,
    LEAF_DECIMAL,
    LEAF_VECTOR,
    LEAVES,
) = range(10)
(
    COUNT_PLAIN,
    COUNT_GENERAL,
    COUNT_MET,
    COUNT_ASKED,
    COUNT_FLAT,
    COUNT_ESCAPED,
    COUNT_BASE64,
    COUNT_ARRAYS,
    COUNT_VECTORS,
    COUNTS,
) = range(10)
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

    __slots__ = ("bytes", "laid", "sink", "target", "target_end", "written")

    def __init__(self) -> None:
        self.bytes = bytearray()
        self.sink = SINK_RESULT


class Frame:
    """A container on the way down: what is left of it, and the child it stands at."""

    __slots__ = ("container", "kind", "children", "size", "position", "held", "names", "labels", "keys", "exposed")

    def __init__(self, container: object, kind: int, size: int) -> None:
        self.container = container
        self.kind = kind
        self.size = size
        self.position = 0
        self.held: object = None
        self.keys: list[object] | None = None
        self.exposed = False


class Policy:
    """What a recipe and options say to the kernels: the same for every call of an Encoder, which has one."""

    __slots__ = (
        "put_base64", "base64", "put_text", "escaping", "kernels", "retain", "max_depth", "mask", "leaves",
        "takes_numbers",
    )  # fmt: skip


class Counts:
    """What a call did."""

    __slots__ = ("of",)

    def __init__(self) -> None:
        self.of = [0] * COUNTS


UNREAD = Counts()
"""Of calls that nobody asks."""


class Hook:
    """What runs may ask for values of a class that has no rule; interpreted, none does."""


class Call:
    """The writer: where it is in the value."""

    __slots__ = (
        "buffer", "policy", "frames", "max_depth", "mask", "root", "value", "key", "pooled", "counts", "spell_text",
        "spell",
    )  # fmt: skip

    def __init__(self, buffer: Buffer) -> None:
        self.buffer = buffer
        self.frames: list[Frame] = []
        self.root: object = NOTHING
        self.value: object = None
        self.key: object = None
        self.counts = UNREAD

    @property
    def depth(self) -> int:
        return len(self.frames)


def kind_of(value: object) -> int:
    return KINDS.get(type(value), KIND_OTHER)


def forget_hook(call: Call) -> None:
    """Nothing to do: interpreted, no run asks a hook."""


def set_root(call: Call, value: object) -> None:
    call.root = value


def set_base64(policy: Policy, strategy: object) -> None:
    policy.base64 = strategy


def base64_of(call: Call) -> object:
    return call.policy.base64


def set_value(call: Call, value: object) -> None:
    call.value = value


def set_escaping(policy: Policy, strategy: object) -> None:
    policy.escaping = strategy


def escaping_of(call: Call) -> object:
    return call.policy.escaping


def follow_policy(call: Call, policy: Policy) -> None:
    """The call is one of an Encoder with this policy."""
    call.policy = policy
    call.max_depth = policy.max_depth
    call.mask = policy.mask


def count_in(call: Call, counts: Counts) -> None:
    """From here on the call's doings are counted here."""
    call.counts = counts


def count(call: Call, what: int) -> None:
    call.counts.of[what] += 1


def write_bare(kernels: Kernels, value: object) -> bytes | None:
    """A document that is one scalar, without a call; None where it takes one."""
    return kernels.bare(value)


def write_text(call: Call, text: str) -> int:
    """Write a text with its quotes as this call is to write texts; a status."""
    return call.policy.put_text(call, text) if call.mask & TEXT_BY_SLOT else call.policy.kernels.put_text(call, text)


def write_scalar(call: Call, value: object) -> int:
    """The same for any value that holds no others, without bytes."""
    return write_text(call, value) if type(value) is str else call.policy.kernels.put_scalar(call, value)
