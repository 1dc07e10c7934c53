"""In which ways can a value be written? A rule says it for a class; see `rules` for which class has which."""

from __future__ import annotations

from encoder.kernels.literal import Literal

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable, Iterator
    from typing import Any

LEAF, AGAIN, ITEMS, MEMBERS, ELEMENTS, ITERATE = range(6)
"""The kinds of which `apply` makes something."""

FIELDS, LIST, TUPLE, DICT, OWN, USERS = range(6, 12)


class Rule:
    """How the values of one class are written under some options.

    kind: what `apply` gives; one of the constants of this module.
    apply: called with a value. It raises InvalidValueError or UnsupportedTypeError without a path, which the walk
        adds; whatever else it raises is the user's and goes through.
    kernel: which of the kernels' leaves a value is, of exactly this class, under default options; 0 for none.
    probes: makes values of the class by which the kernels learn how it lies in memory, where they can.
    names: the attributes to ask for, of a record or for the kernel. spelled: those of a record as they are in JSON.
    contract, kept: what the contracts rival made of these, once it was asked; the second for who keeps names.
    """

    __slots__ = ("apply", "contract", "kept", "kernel", "kind", "names", "probes", "spelled")

    def __init__(
        self,
        kind: int,
        apply: Callable[[Any], Any] | None = None,
        names: tuple[str, ...] = (),
        spelled: tuple[str, ...] = (),
    ) -> None:
        self.kind = kind
        self.apply = apply
        self.names = names
        self.spelled = spelled
        self.kernel = 0
        self.probes: Callable[[], list[Any]] | None = None
        self.contract: Any = None
        self.kept: Any = None


def leaf(apply: Callable[[Any], Any], kernel: int = 0, names: tuple[str, ...] = ()) -> Rule:
    """As a value that holds no others: an exact str, int, float, bool, None, bytes, or a Literal."""
    rule = Rule(LEAF, apply, names)
    rule.kernel = kernel
    return rule


def again(apply: Callable[[Any], Any], kernel: int = 0) -> Rule:
    """As another value, by the rules for that one."""
    rule = Rule(AGAIN, apply)
    rule.kernel = kernel
    return rule


def items(apply: Callable[[Any], list[tuple[Any, Any]]]) -> Rule:
    """As an object of the (key, value) pairs of a new list; the keys are treated as those of a dict."""
    return Rule(ITEMS, apply)


def members(apply: Callable[[Any], list[tuple[Any, ...]]]) -> Rule:
    """As an object of the (text, value) or (text, value, name in the path) of a new list. The texts are final: they
    are of fields, not keys of data."""
    return Rule(MEMBERS, apply)


def elements(apply: Callable[[Any], list[Any]]) -> Rule:
    """As an array of the members of a new list."""
    return Rule(ELEMENTS, apply)


def iterate(apply: Callable[[Any], Iterator[Any]]) -> Rule:
    """As an array of what an iterator gives, one after the other."""
    return Rule(ITERATE, apply)


def fields(names: tuple[str, ...], spelled: tuple[str, ...]) -> Rule:
    """As an object of attributes, in this order."""
    return Rule(FIELDS, None, names, spelled)


def refuse(error: type[Exception], reason: str) -> Rule:
    """Not at all."""

    def apply(value: Any) -> Any:
        raise error(reason)

    return Rule(LEAF, apply)


__all__ = ["Literal", "Rule", "again", "elements", "fields", "items", "iterate", "leaf", "members", "refuse"]
