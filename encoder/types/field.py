"""What may an annotation say about a field? ``Annotated[T, field(name=..., omit=..., as_=...)]``."""

from __future__ import annotations

import builtins
import sys

from encoder.errors import UnsupportedTypeError

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any, Literal

OMISSIONS = ("nothing", "none", "defaults")


class Field:
    """What `field` was told; None where it was told nothing."""

    __slots__ = ("as_", "name", "omit")

    def __init__(
        self, name: str | None = None, omit: str | bool | None = None, as_: Callable[[Any], Any] | None = None
    ) -> None:
        if name is not None and not isinstance(name, str):
            raise TypeError(f"name must be a str, not {name!r}")
        if omit is not None and not isinstance(omit, bool) and omit not in OMISSIONS:
            raise ValueError(f"omit must be True or one of {', '.join(OMISSIONS)}, not {omit!r}")
        if as_ is not None and not callable(as_):
            raise TypeError(f"as_ must be callable, not {as_!r}")
        self.name = None if name is None else str.__str__(name)
        self.omit = "nothing" if omit is False else omit
        self.as_ = as_

    def __repr__(self) -> str:
        told = {name: getattr(self, name) for name in ("name", "omit", "as_")}
        return f"field({', '.join(f'{name}={value!r}' for name, value in told.items() if value is not None)})"


def field(
    *,
    name: str | None = None,
    omit: Literal["nothing", "none", "defaults"] | bool | None = None,
    as_: Callable[[Any], object] | None = None,
) -> Field:
    """How one field of a class is written, as part of its annotation. What is not given stays as the options say.

    name: its key, exactly so; the option `keys` does not touch it.
    omit: "none" or "defaults": left out when it is None or equals its default; True: always; "nothing": never.
    as_: called with its value; what it returns is encoded in its place. `omit` looks at the value before that.

    The outermost `Annotated` counts, also as an alias, and the last annotation of a name. Where annotations are texts
    (``from __future__ import annotations``), their names must be found in the class's module.
    """
    return Field(name, omit, as_)


def told_of(cls: type) -> dict[str, Field]:
    """What the annotations of a class and its bases say, by attribute; the last annotation of a name counts.

    UnsupportedTypeError for a text that seems to say something and cannot be read: a name would be silently wrong.
    """
    found: dict[str, Field] = {}
    typing = sys.modules.get("typing")
    if typing is None:  # where Annotated comes from
        return found
    for base in reversed(cls.__mro__):
        annotations = vars(base).get("__annotations__")
        if isinstance(annotations, dict):
            for name, hint in annotations.items():
                found.pop(name, None)
                if isinstance(hint, typing.ForwardRef):  # what a NamedTuple makes of a text
                    hint = hint.__forward_arg__
                told = told_by_text(hint, base, name) if isinstance(hint, str) else told_by(hint)
                if told is not None:
                    found[name] = told
    return found


def told_by(hint: Any) -> Field | None:
    """What an annotation says."""
    typing = sys.modules["typing"]
    while True:
        origin = typing.get_origin(hint)
        if origin is typing.Annotated:
            break
        if origin is typing.Final:
            hint = typing.get_args(hint)[0]
        elif type(hint).__name__ == "TypeAliasType":  # `type Name = Annotated[...]`, from 3.12 on
            hint = hint.__value__
        elif type(origin).__name__ == "TypeAliasType":
            hint = origin.__value__
        else:
            return None
    told = None
    for one in hint.__metadata__:
        if isinstance(one, Field):
            told = one if told is None else over(told, one)
    return told


def over(inner: Field, outer: Field) -> Field:
    """Both, of which the outer one counts where they differ."""
    pairs = [(getattr(inner, name), getattr(outer, name)) for name in ("name", "omit", "as_")]
    return Field(*(first if second is None else second for first, second in pairs))


class Unknown:
    """Stands for a name that is not there when an annotation is read, such as one imported for type checkers only."""

    def answer(self, *ignored: object) -> Unknown:
        return self

    __call__ = __getitem__ = __or__ = __ror__ = answer

    def __getattr__(self, name: str) -> Unknown:
        if name.startswith("__"):  # typing asks for these to see what something is
            raise AttributeError(name)
        return self


class Names:
    """Where the names of a text are looked up: its module, its class, and no error for one that is in neither."""

    def __init__(self, base: type) -> None:
        self.places = (vars(sys.modules.get(base.__module__, builtins)), vars(base), vars(builtins))
        self.missing = False

    def __getitem__(self, name: str) -> Any:
        for place in self.places:
            if name in place:
                return place[name]
        self.missing = True
        return Unknown()


def told_by_text(text: str, base: type, attribute: str) -> Field | None:
    """What an annotation that is a text says. One that can say nothing is not looked at, let alone evaluated."""
    says = "field(" in text
    if not (says or "Annotated" in text or text.replace(".", "").isidentifier()):
        return None
    names = Names(base)
    problem: object = "a name is missing"
    told = None
    try:
        told = told_by(eval(text, names.places[0], names))  # type: ignore[arg-type]
    except Exception as error:  # whatever evaluating a text may raise
        problem, names.missing = error, True
    if names.missing and says and (told is None or isinstance(told.as_, Unknown)):
        where = f"{base.__qualname__}.{attribute}"
        hint = "its names must be found in the module of the class"
        raise UnsupportedTypeError(f"cannot read the annotation {text!r} of {where} ({problem}): {hint}")
    return told
