"""How are bytes, and what lends its bytes, written?"""

from __future__ import annotations

import sys
from binascii import b2a_base64

from encoder.errors import InvalidValueError, UnsupportedTypeError
from encoder.types.rule import Literal, Rule, elements, leaf, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.options import Options

URL_ALPHABET = bytes.maketrans(b"+/", b"-_")


def rule_for(cls: type, options: Options) -> Rule | None:
    """The rule of bytes, bytearray, memoryview, mmap and their subclasses; None for all others.

    None for exact bytes as well where the base64 axis writes them: padded, and no slash to escape. `padding` is about
    both alphabets: with it each ends in "=" up to a multiple of four characters, as `base64.urlsafe_b64encode` has
    it, without it neither does, as in RFC 7515.
    """
    read = reader(cls)
    if read is None:
        return None
    if options.bytes == "raise":
        return refuse(UnsupportedTypeError, f'cannot encode {cls.__qualname__}: bytes="raise" allows no binary data')
    if options.bytes == "array":
        return elements(lambda value: list(read(value)))
    if options.bytes == "hex":
        return leaf(lambda value: read(value).hex())
    if options.bytes == "text":
        return leaf(lambda value: decode(read(value)))
    if options.bytes == "base64url":
        return leaf(lambda value: spell(read(value), options.padding).translate(URL_ALPHABET).decode())
    if "slashes" in options.escape:  # Swift writes base64 through its escaper of strings
        return leaf(lambda value: spell(read(value), options.padding).decode())
    if not options.padding:
        # Not as a str: some escapers would spell the "+" otherwise than where base64 is padded.
        return leaf(lambda value: Literal(b'"%b"' % spell(read(value), False)))
    return None if cls is bytes else leaf(read)


def reader(cls: type) -> Callable[[Any], bytes] | None:
    """What gives exact bytes for a value of a class and holds no export of its buffer after that; None for no way."""
    if cls is bytes:
        return lambda value: value
    if issubclass(cls, bytes):
        return lambda value: bytes.__getitem__(value, slice(None))
    if cls is memoryview:
        return memoryview.tobytes  # in logical order, whatever the shape, the strides and the format
    if issubclass(cls, bytearray) or is_map(cls):
        return copy
    return None


def is_map(cls: type) -> bool:
    """Is this mmap.mmap or a subclass? Whoever has one has imported the module."""
    mmap = vars(sys.modules["mmap"]).get("mmap") if sys.modules.get("mmap") else None
    return isinstance(mmap, type) and issubclass(cls, mmap)


def copy(value: Any) -> bytes:
    """The bytes of a buffer, which is free again at once: its owner may resize or close it."""
    with memoryview(value) as view:
        return view.tobytes()


def spell(data: bytes, padding: bool) -> bytes:
    """Base64 in the standard alphabet."""
    text = b2a_base64(data, newline=False)
    return text if padding else text.rstrip(b"=")


def decode(data: bytes) -> str:
    """The text that UTF-8 bytes mean."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        reason = f'bytes="text" takes UTF-8 only: {error.reason} at byte {error.start}'
    raise InvalidValueError(reason)
