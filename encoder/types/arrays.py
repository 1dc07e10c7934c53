"""How are arrays of numbers written: numpy's, and those of the module array?"""

from __future__ import annotations

import sys

from encoder.errors import ChangedDuringEncodingError, InvalidValueError, UnsupportedTypeError
from encoder.kernels.singles import widen_half, widen_single
from encoder.kernels.state import LEAF_VECTOR
from encoder.types import scalars
from encoder.types.numbers import descends, known
from encoder.types.rule import Rule, again, iterate

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable, Iterator
    from typing import Any

    from encoder.options import Options

LARGEST = 1 << 18
"""Members, of all levels, that are made Python objects at a time."""


def rule_for(cls: type, options: Options) -> Rule | None:
    """The rule of array.array, and of numpy's arrays and scalars; None for all others.

    An array becomes a list of plain values, which the options treat as those of any list; a large one is taken in
    blocks. What it holds follows the rules of numpy's scalars (see `scalars`): float32 and float16 in the fewest
    digits of their own precision, a structured dtype as an object of its fields. Masked members are null. A subclass
    of ndarray is written by its data alone. Of the module array the type codes "u" and "w" are text.
    """
    if cls is Blocks:
        return iterate(iter)
    for base, apply in ((known("array", "array"), unfold_array), (known("numpy", "ndarray"), unfold)):
        if descends(cls, base):
            # A subclass may hide some of its memory, as masked arrays do.
            rule = again(apply, LEAF_VECTOR if cls is base else 0)
            if apply is unfold:
                rule.probes = probes
            return rule
    return scalars.rule_for(cls, options)


def probes() -> list[Any]:
    """Arrays that differ in all that a kernel reads of them."""
    numpy = sys.modules["numpy"]
    table = numpy.arange(24, dtype="int16").reshape(2, 3, 4)
    return [table[::-1, :, 1::2], table.astype("float64"), *(table[0].astype(kind) for kind in ("<i4", ">i4", "?"))]


class Blocks:
    """The members of an array too large for one list, of which only some are Python objects at a time.

    take: the members of a slice, as a list. size: how long slices are.
    """

    __slots__ = ("size", "source", "take")

    def __init__(self, source: Any, take: Callable[[Any], list[Any]], size: int) -> None:
        self.source = source
        self.take = take
        self.size = size

    def __iter__(self) -> Iterator[Any]:
        length = len(self.source)
        for start in range(0, length, self.size):
            yield from self.take(self.source[start : start + self.size])
            if len(self.source) != length:
                raise ChangedDuringEncodingError("this array changed its size while it was being encoded")


def unfold_array(value: Any) -> Any:
    """An array.array as a str, a list of numbers, or blocks of them."""
    base = sys.modules["array"].array
    if type(value) is not base:
        value = base.__getitem__(value, slice(None))
    if value.typecode in "uw":
        try:
            return value.tounicode()
        except ValueError:
            reason = "an array of text holds a number that is no character"
        raise InvalidValueError(reason)
    return Blocks(value, numbers_of, LARGEST) if len(value) > LARGEST else numbers_of(value)


def numbers_of(value: Any) -> list[Any]:
    return [widen_single(number) for number in value] if value.typecode == "f" else value.tolist()


def unfold(value: Any) -> Any:
    """A numpy array as its one value, a nested list, or blocks of its rows."""
    numpy = sys.modules["numpy"]
    # Subclasses have ideas of their own of a row: one of a matrix is a matrix.
    array = value if isinstance(value, numpy.ma.MaskedArray) else numpy.asarray(value)
    if not is_writable(array.dtype):  # before the first member, so that nothing is written yet
        raise UnsupportedTypeError(f"cannot encode a numpy array of {array.dtype}: {scalars.CONVERT}")
    shape = array.shape
    if not shape:
        return values(array.reshape(1))[0]
    row = (1 + count(shape[1:])) * (1 + len(array.dtype.names or ()))
    if row * shape[0] <= LARGEST:
        return values(array)
    return Blocks(array, list if row > LARGEST and len(shape) > 1 else values, max(1, LARGEST // row))


def is_writable(dtype: Any) -> bool:
    """Is there a form for all members of such a dtype, or of its fields?"""
    if dtype.names is not None:
        return all(is_writable(dtype.fields[name][0]) for name in dtype.names)
    if dtype.subdtype is not None:
        return is_writable(dtype.base)
    if dtype.isbuiltin == USERS:  # its code may be one that numpy has for another type
        return False
    return dtype.char in PLAIN or dtype.char in NARROW or dtype.char in SCALARS


def count(shape: tuple[int, ...]) -> int:
    """How many members the lists of an array have, those of all levels together: (2, 3) has 2 and 6."""
    total, level = 0, 1
    for length in shape:
        level *= length
        total += level
    return total


def values(array: Any) -> list[Any]:
    """The members of a numpy array of one or more dimensions: plain values, or such that have rules of their own."""
    numpy = sys.modules["numpy"]
    dtype, shape = array.dtype, array.shape
    if not array.size:
        return numpy.asarray(array).tolist()
    if dtype.names is not None:
        flat = array.reshape(-1)
        if not dtype.names:
            return nest([{} for _ in range(array.size)], shape)
        columns = [values(flat[name]) for name in dtype.names]
        return nest([dict(zip(dtype.names, row, strict=True)) for row in zip(*columns, strict=True)], shape)
    if isinstance(array, numpy.ma.MaskedArray):
        shown = values(numpy.asarray(array).reshape(-1))
        hidden = numpy.ma.getmaskarray(array).reshape(-1).tolist()
        return nest([None if mask else value for value, mask in zip(shown, hidden, strict=True)], shape)
    if dtype.char in PLAIN:
        return array.tolist()
    if dtype.char in NARROW:
        return nest([NARROW[dtype.char](number) for number in array.reshape(-1).tolist()], shape)
    return nest(list(array.reshape(-1)), shape)


USERS = 2
"""What `isbuiltin` is of a dtype that another library has made."""
PLAIN = "?bBhHiIlLqQpPdSUOTV"
"""Type codes of dtypes whose `tolist` loses nothing."""
NARROW = {"e": widen_half, "f": widen_single}
SCALARS = "gmM"
"""Type codes of dtypes whose scalars have rules of their own."""


def nest(members: list[Any], shape: tuple[int, ...]) -> list[Any]:
    """A flat list in the shape of an array that is not empty."""
    for length in reversed(shape[1:]):
        members = [members[start : start + length] for start in range(0, len(members), length)]
    return members
