"""What if a value changes while it is written?

The hook of each case changes what the encoder is in the middle of, and then fills the freed memory with something
else, so that an encoder which still reads there is found out.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import Any

from lab.torture.case import Again, Family, Given, Odd
from lab.torture.checks import part_of, says, valid, within

CASES = Family("changes")
MANY = 2001
_JUNK: list[Any] = []


def overwrite() -> None:
    """Take the memory that was just freed, of whatever size."""
    gc.collect()
    _JUNK.extend(b"\xff" * size for size in range(1, 512, 8) for _ in range(40))
    _JUNK.extend(b"\xff" * (size << 10) for size in range(1, 64))


def _numbered(count: int) -> dict[str, Any]:
    return {f"key {number}": number for number in range(count)}


@CASES.case(within(*range(MANY)), "refused")
def a_list_cleared(again: Again) -> Given:
    """A hook that clears the list of 2001 in which it was asked."""
    value = [Odd(), *range(1, MANY)]

    def hook(odd: Any) -> int:
        value.clear()
        overwrite()
        return 0

    return Given(value, hook)


@CASES.case(within(*range(9)), "refused")
def a_list_shortened(again: Again) -> Given:
    """A hook that cuts the rest off the list in which it was asked."""
    value = [0, 1, Odd(), *([[number] for number in range(2000)])]

    def hook(odd: Any) -> int:
        del value[3:]
        overwrite()
        return 2

    return Given(value, hook)


@CASES.case(valid, "refused")
def a_list_that_grows_forever(again: Again) -> Given:
    """A hook that adds another unknown object to the list each time it is asked."""
    value: list[Any] = [Odd()]

    def hook(odd: Any) -> int:
        value.append(Odd())
        return 0

    return Given(value, hook)


@CASES.case(says([0, "new"], [0, [1]]), "right")
def a_neighbour_replaced(again: Again) -> Given:
    """A hook that replaces the next member of the list."""
    value: list[Any] = [Odd(), [1]]

    def hook(odd: Any) -> int:
        value[1] = "new"
        overwrite()
        return 0

    return Given(value, hook)


@CASES.case(within(*range(3)), "right")
def a_list_reversed(again: Again) -> Given:
    """A hook that reverses the list in which it was asked."""
    value: list[Any] = [Odd(), 1, 2]

    def hook(odd: Any) -> int:
        value.reverse()
        return 0

    return Given(value, hook)


@CASES.case(part_of({**_numbered(MANY), "key 0": "seen"}), "refused")
def a_dict_cleared(again: Again) -> Given:
    """A hook that clears the dict of 2001 in which it was asked."""
    value: dict[str, Any] = {**_numbered(MANY), "key 0": Odd()}

    def hook(odd: Any) -> str:
        value.clear()
        overwrite()
        return "seen"

    return Given(value, hook)


@CASES.case(part_of({**_numbered(6), "key 0": "seen"}), "refused")
def a_small_dict_cleared(again: Again) -> Given:
    """A hook that clears the dict of six in which it was asked."""
    value: dict[str, Any] = {**_numbered(6), "key 0": Odd()}

    def hook(odd: Any) -> str:
        value.clear()
        overwrite()
        return "seen"

    return Given(value, hook)


@CASES.case(valid, "refused")
def a_dict_that_grows_forever(again: Again) -> Given:
    """A hook that adds another unknown object to the dict each time it is asked."""
    value: dict[str, Any] = {"a": Odd()}

    def hook(odd: Any) -> int:
        value[f"n{len(value)}"] = Odd()
        return 0

    return Given(value, hook)


@CASES.case(valid, "refused")
def a_dict_of_the_same_size(again: Again) -> Given:
    """A hook that takes all members from the dict and puts as many others in."""
    value: dict[str, Any] = {"key 0": Odd(), **{f"key {number}": [number] for number in range(1, 40)}}

    def hook(odd: Any) -> str:
        value.clear()
        overwrite()
        value.update({f"other {number}": number for number in range(40)})
        return "seen"

    return Given(value, hook)


@CASES.case(says({"a": [0, 1, 2, 3]}, {"a": None}), "right")
def a_parent_let_go(again: Again) -> Given:
    """A hook that takes the list in which it was asked out of its dict, its last owner."""
    value: dict[str, Any] = {"a": [Odd(), 1, 2, 3]}

    def hook(odd: Any) -> int:
        value["a"] = None
        overwrite()
        return 0

    return Given(value, hook)


@CASES.case(says([[[0, 1]], 2], [[[0, 1]]]), "refused")
def a_grandparent_cleared(again: Again) -> Given:
    """A hook that clears the outermost list, three levels above."""
    value: list[Any] = [[[Odd(), 1]], 2]

    def hook(odd: Any) -> int:
        value.clear()
        overwrite()
        return 0

    return Given(value, hook)


def known(odd: Any) -> None:
    """Refuse what is no `Odd`: an encoder that asks about the record itself does not know it."""
    if not isinstance(odd, Odd):
        raise TypeError(f"a {type(odd).__name__}")


@dataclass
class Record:
    """Its fields go while they are written."""

    first: Any
    second: Any
    third: Any


@dataclass
class Other:
    """What a record becomes."""

    fourth: int = 4


@CASES.case(part_of({"first": 0, "second": 2, "third": 3}), "refused")
def a_records_fields_deleted(again: Again) -> Given:
    """A hook that empties the dataclass in whose field it was asked."""
    value = Record(Odd(), 2, 3)

    def hook(odd: Any) -> int:
        known(odd)
        vars(value).clear()
        overwrite()
        return 0

    return Given(value, hook)


@CASES.case(says({"first": 0, "second": 2, "third": 3}, {"fourth": 4}), "right")
def a_records_class_changed(again: Again) -> Given:
    """A hook that makes an instance of another class of the dataclass in whose field it was asked."""
    value = Record(Odd(), 2, 3)

    def hook(odd: Any) -> int:
        known(odd)
        value.__class__ = Other
        return 0

    return Given(value, hook)


class _Trap(list):
    """Acts when the encoder lets go of it."""

    target: list[Any] = []

    def __del__(self) -> None:
        self.target.clear()
        overwrite()


# When a finalizer runs is nobody's promise: interpreted, the stack holds the answer until the list is written.
@CASES.case(valid, "refused", "right")
def a_finalizer_that_clears(again: Again) -> Given:
    """A hook whose answer, once the encoder lets go of it, clears the list."""
    value = [Odd(), *range(1, MANY)]
    _Trap.target = value
    return Given(value, hook=lambda odd: _Trap())
