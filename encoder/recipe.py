"""Which rival does each axis use? A recipe says so, once and for all."""

from __future__ import annotations

from encoder.catalogue import BUILT_IN, find, name_of, origin, rivals_of

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from types import MappingProxyType
    from typing import Any, Unpack

    from encoder.typed import Axes
else:
    MappingProxyType = type(vars(type))


class Recipe:
    """One choice for every axis, frozen: the name of a rival, or a class, which then need not be registered.

    An axis that is not named is as in FAST. What cannot be a rival raises at once. A recipe keeps the classes that
    the names stood for when it was made.
    """

    __slots__ = ("axes", "rivals")

    axes: MappingProxyType[str, str | type[Any]]
    rivals: MappingProxyType[str, type[Any]]

    def __init__(self, **axes: Unpack[Axes]) -> None:
        for axis in axes:
            rivals_of(axis)
        wishes: dict[str, Any] = {**FASTEST, **axes}
        chosen = {axis: name_of(axis, wish) for axis, wish in wishes.items()}
        rivals = {axis: find(axis, name) for axis, name in chosen.items()}
        object.__setattr__(self, "axes", MappingProxyType(chosen))
        object.__setattr__(self, "rivals", MappingProxyType(rivals))

    def with_(self, **axes: Unpack[Axes]) -> Recipe:
        """A copy with some axes changed."""
        for axis in axes:
            rivals_of(axis)
        wishes: dict[str, Any] = {**self.rivals, **axes}
        return Recipe(**wishes)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("recipes are frozen: use with_(axis=name)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("recipes are frozen: no axis can be deleted")

    def __getattr__(self, axis: str) -> str | type[Any]:
        if axis in Recipe.__slots__:  # not there yet: this is an empty shell that unpickling made
            raise AttributeError(axis)
        try:
            return self.axes[axis]
        except KeyError:
            raise AttributeError(axis) from None

    def __repr__(self) -> str:
        return f"Recipe({', '.join(f'{axis}={spell(wish)}' for axis, wish in self.axes.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self.rivals == other.rivals

    def __hash__(self) -> int:
        return hash(tuple(self.rivals.items()))

    def __reduce__(self) -> tuple[object, ...]:
        # By its class: where this is read again, the name of a rival that is not ours may stand for none.
        return rebuild, ({axis: self.axes[axis] if cls in BUILT_IN else cls for axis, cls in self.rivals.items()},)


def rebuild(axes: dict[str, Any]) -> Recipe:
    """Unpickle a recipe."""
    return Recipe(**axes)


def spell(wish: str | type[Any]) -> str:
    return repr(wish) if isinstance(wish, str) else origin(wish)


FASTEST = {
    "tree": "direct",
    "writer": "cached",
    "base64": "direct",
    "escaping": "in_place",
    "path": "linked",
    "layers": "reused",
    "arrays": "direct",
    "contracts": "generated",
    "output": "flat",
}
FAST = Recipe()
PLAIN = Recipe(
    tree="reference",
    writer="unpooled",
    base64="copying",
    escaping="allocating",
    path="copied",
    layers="new",
    arrays="elementwise",
    contracts="reflection",
    output="chunks",
)
STJ_6 = Recipe(writer="fresh", base64="copying", layers="new", arrays="elementwise", contracts="reflection")
STJ_7 = STJ_6.with_(writer="cached")
STJ_9 = STJ_7.with_(base64="direct")
STJ_9_GENERATED = STJ_9.with_(contracts="generated")
SWIFT_5_10 = PLAIN.with_(tree="value", escaping="in_place", output="flat")
SWIFT_6_0 = PLAIN.with_(path="linked", layers="shared", arrays="text")
SWIFT_AFTER = SWIFT_5_10.with_(path="linked", layers="reused", arrays="direct")
