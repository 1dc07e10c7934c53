"""Which fields does a class declare? Asked of dataclasses, attrs, pydantic, msgspec and named tuples."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    from encoder.options import Options

# Whoever made such a class has imported its library; importing one here would cost every other caller its time.


class Attribute:
    """One field. text: the name that its class gives it in JSON. default: a tuple of its default, if it has one.

    omit: when its class leaves it out, whatever the options say: "defaults", True or a function of its value.
    """

    __slots__ = ("default", "name", "omit", "text")

    def __init__(
        self,
        name: str,
        default: tuple[Any, ...] = (),
        text: str | None = None,
        omit: str | bool | Callable[[Any], Any] | None = None,
    ) -> None:
        self.name = name
        self.default = default
        self.text = text
        self.omit = omit


class Declared:
    """The fields of a class, in order.

    before: pairs that stand before them. extras: the attribute that holds a dict of more. root: the attribute that is
    written in place of the object. dump: a function whose result is. array: are the values alone written?
    """

    __slots__ = ("array", "attributes", "before", "dump", "extras", "root")

    def __init__(
        self,
        attributes: list[Attribute],
        before: tuple[tuple[str, Any], ...] = (),
        extras: str | None = None,
        root: str | None = None,
        array: bool = False,
        dump: Callable[..., Any] | None = None,
    ) -> None:
        self.attributes = attributes
        self.before = before
        self.extras = extras
        self.root = root
        self.array = array
        self.dump = dump


def declared_by(cls: type, options: Options) -> Declared | None:
    """What a class declares; None where it is no record. The nearest class of its mro that declares any counts."""
    found = of_struct(cls)
    for base in cls.__mro__:
        for family in (of_pydantic, of_dataclass, of_attrs):
            found = found or family(cls, vars(base))
    if found is None and options.named_tuples == "object":
        found = of_named_tuple(cls)
    return found


def nearest(cls: type, name: str) -> Any:
    """A class's attribute as it is held. Not getattr: a metaclass may answer to any name, and with anything."""
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


FACTORIES = (list, dict, set, frozenset, tuple, str, int, float, bool, bytes)


def made_by(factory: Any) -> tuple[Any, ...]:
    """What a factory makes, where it makes the same each time and calling it does nothing else."""
    return (factory(),) if any(factory is one for one in FACTORIES) else ()


def of_dataclass(cls: type, held: Any) -> Declared | None:
    """As dataclasses.fields says: no class variables, no init-only values."""
    dataclasses = sys.modules.get("dataclasses")
    if dataclasses is None or not isinstance(held.get("__dataclass_fields__"), dict):
        return None
    missing = dataclasses.MISSING
    return Declared(
        [
            Attribute(one.name, made_by(one.default_factory) if one.default is missing else (one.default,))
            for one in dataclasses.fields(cls)
        ]
    )


def of_attrs(cls: type, held: Any) -> Declared | None:
    """As attrs.fields says."""
    attr = sys.modules.get("attr")
    marks = held.get("__attrs_attrs__")
    if attr is None or not isinstance(marks, tuple) or not all(isinstance(one, attr.Attribute) for one in marks):
        return None
    attributes = []
    for one in marks:
        default: tuple[Any, ...] = () if one.default is attr.NOTHING else (one.default,)
        if isinstance(one.default, attr.Factory):
            default = made_by(one.default.factory)
        attributes.append(Attribute(one.name, default))
    return Declared(attributes)


def of_pydantic(cls: type, held: Any) -> Declared | None:
    """Fields, computed fields and extra values of a model of pydantic 2, by attribute, as model_dump() has them.

    A field has its own name; where the model's configuration says serialize_by_alias, its serialization_alias, which a
    mere alias is too. Excluded ones are left out. A model with serializers of its own is left to pydantic.
    """
    module = sys.modules.get("pydantic.fields")
    fields = held.get("__pydantic_fields__", held.get("model_fields"))  # the latter before pydantic 2.10
    if module is None or not isinstance(fields, dict):
        return None
    if not all(isinstance(one, module.FieldInfo) for one in fields.values()):
        return None
    if mode := mode_for(cls):
        to_python = nearest(cls, "__pydantic_serializer__").to_python
        return Declared([], dump=lambda value, **kw: to_python(value, mode=mode, **kw))
    if nearest(cls, "__pydantic_root_model__") is True:
        return Declared([], root="root")
    config = nearest(cls, "model_config")
    config = config if isinstance(config, dict) else {}
    by_alias = config.get("serialize_by_alias") is True
    attributes = []
    for name, one in fields.items():
        default = made_by(one.default_factory) if one.default_factory is not None else (one.default,)
        if type(one.default).__name__ == "PydanticUndefinedType" and one.default_factory is None:
            default = ()
        omit = True if one.exclude else getattr(one, "exclude_if", None)
        attributes.append(Attribute(name, default, one.serialization_alias if by_alias else None, omit))
    computed = getattr(nearest(cls, "__pydantic_decorators__"), "computed_fields", {})
    attributes += [Attribute(name, text=one.info.alias if by_alias else None) for name, one in computed.items()]
    return Declared(attributes, extras="__pydantic_extra__" if config.get("extra") == "allow" else None)


def mode_for(cls: type) -> str | None:
    """In which mode a class of pydantic is dumped, as it has serializers that are not pydantic's; None where not.

    "json" where any, also of a class within, is for JSON alone: the other mode would pass it over.
    """
    has_own = is_json = False
    left = [(nearest(cls, "__pydantic_core_schema__"), True)]
    seen = set()
    while left:
        part, is_own = left.pop()
        if (id(part), is_own) in seen:
            continue
        seen.add((id(part), is_own))
        if isinstance(part, dict):
            if isinstance(part.get("cls"), type) and part.get("type") in ("model", "dataclass"):
                is_own = issubclass(cls, part["cls"])  # classes within are met by themselves
            left += [(inner, is_own) for key, inner in part.items() if key not in ("metadata", "default")]
            found = part.get("serialization")
            if isinstance(found, dict) and "function" in found and not is_pydantics(found):
                has_own = has_own or is_own
                is_json = is_json or str(found.get("when_used")).startswith("json")
        elif isinstance(part, (list, tuple)):
            left += [(inner, is_own) for inner in part]
    return ("json" if is_json else "python") if has_own else None


def is_pydantics(serializer: dict[str, Any]) -> bool:
    """Did pydantic itself put it there, for a type of its own or of the standard library?"""
    function = serializer["function"]
    if type(function).__name__ == "attrgetter" or (function is int and "when_used" not in serializer):
        return True  # of re.Pattern and of ByteSize
    return str(getattr(function, "__module__", "")).partition(".")[0] in ("pydantic", "pydantic_core")


def of_struct(cls: type) -> Declared | None:
    """A msgspec.Struct with what it was defined with: rename, tag, omit_defaults, array_like, and UNSET left out."""
    msgspec = sys.modules.get("msgspec")
    if msgspec is None or not issubclass(cls, msgspec.Struct):
        return None
    struct: Any = cls
    config = struct.__struct_config__
    names = struct.__struct_fields__
    defaults = struct.__struct_defaults__
    defaults = (msgspec.NODEFAULT,) * (len(names) - len(defaults)) + defaults  # only the last ones have any
    attributes = []
    for name, text, default in zip(names, struct.__struct_encode_fields__, defaults, strict=True):
        held = () if default is msgspec.NODEFAULT else (default,)
        if type(default).__name__ == "Factory":
            held = made_by(default.factory)
        omit = "defaults" if config.omit_defaults or default is msgspec.UNSET else None
        attributes.append(Attribute(name, held, text if text != name else None, omit))
    before = () if config.tag is None else ((config.tag_field, config.tag),)
    return Declared(attributes, before, array=config.array_like)


def of_named_tuple(cls: type) -> Declared | None:
    """A tuple whose class names its members, and has an attribute for each."""
    names = nearest(cls, "_fields")
    if not issubclass(cls, tuple) or type(names) is not tuple or not all(type(name) is str for name in names):
        return None
    known = {name for base in cls.__mro__ for name in vars(base)}
    if not known.issuperset(names):
        return None
    defaults = nearest(cls, "_field_defaults")
    defaults = defaults if isinstance(defaults, dict) else {}
    return Declared([Attribute(name, (defaults[name],) if name in defaults else ()) for name in names])
