"""Which rival does each axis use? A recipe says so, once and for all."""

from __future__ import annotations

from types import MappingProxyType

from encoder.catalogue import find, rivals_of


class Recipe:
    """One choice for every axis, frozen; an axis that is not named is as in FAST. Unknown names raise at once."""

    __slots__ = ("axes",)

    axes: MappingProxyType[str, str]

    def __init__(self, **axes: str) -> None:
        for axis in axes:
            rivals_of(axis)
        chosen = {axis: axes.get(axis, name) for axis, name in FASTEST.items()}
        for axis, name in chosen.items():
            find(axis, name)
        object.__setattr__(self, "axes", MappingProxyType(chosen))

    def with_(self, **axes: str) -> Recipe:
        """A copy with some axes changed."""
        return Recipe(**{**self.axes, **axes})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("recipes are frozen: use with_(axis=name)")

    def __getattr__(self, axis: str) -> str:
        if axis == "axes":  # not there yet: this is an empty shell that unpickling made
            raise AttributeError(axis)
        try:
            return self.axes[axis]
        except KeyError:
            raise AttributeError(axis) from None

    def __repr__(self) -> str:
        return f"Recipe({', '.join(f'{axis}={name!r}' for axis, name in self.axes.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Recipe) and self.axes == other.axes

    def __hash__(self) -> int:
        return hash(tuple(self.axes.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (dict(self.axes),)


def rebuild(axes: dict[str, str]) -> Recipe:
    """Unpickle a recipe."""
    return Recipe(**axes)


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
