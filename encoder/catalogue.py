"""Which rivals does each axis have, and which classes may be one? The one place that names them."""

from __future__ import annotations

from encoder.axes import arrays, base64, contracts, escaping, layers, output, path, tree, writer
from encoder.naming import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing it takes 20 ms
    from importlib.metadata import EntryPoint

AXES: dict[str, dict[str, type]] = {
    "tree": {"reference": tree.Reference, "value": tree.Value, "direct": tree.Direct},
    "writer": {"unpooled": writer.Unpooled, "fresh": writer.Fresh, "cached": writer.Cached},
    "base64": {"copying": base64.Copying, "direct": base64.Direct},
    "escaping": {"allocating": escaping.Allocating, "in_place": escaping.InPlace},
    "path": {"copied": path.Copied, "linked": path.Linked},
    "layers": {"shared": layers.Shared, "new": layers.New, "reused": layers.Reused},
    "arrays": {"elementwise": arrays.Elementwise, "text": arrays.Text, "direct": arrays.Direct},
    "contracts": {"reflection": contracts.Reflection, "generated": contracts.Generated},
    "output": {"chunks": output.Chunks, "flat": output.Flat},
}
BUILT_IN = frozenset(rival for rivals in AXES.values() for rival in rivals.values())
CLOSED = {
    "tree": (tree.Tree, "it is told of every value inside the walk, which has no copy to give away"),
    "writer": (writer.Writer, "it lends the C structures that a call writes to"),
    "path": (path.Path, "it reads the frames of the walk"),
}
"""Base classes of the axes on which a rival cannot be a class of Python, and why."""

OPEN: dict[str, tuple[type, tuple[str, ...], tuple[str, ...]]] = {
    "base64": (base64.Base64, ("encode",), ("put",)),
    "escaping": (escaping.Escaping, ("escape",), ("put",)),
    "arrays": (arrays.Arrays, ("join",), ("spell",)),
    "output": (output.Output, ("collector",), ("begin", "result")),
    "contracts": (contracts.Contracts, ("reader",), ("make",)),
    "layers": (layers.Layers, ("begin", "end"), ()),
}
"""Of the others: the base class, the methods that a rival in Python defines, and those that the engine calls. Of the
latter a definition in Python would be ignored once the base class is compiled."""

HEAP_TYPE = 1 << 9
"""Py_TPFLAGS_HEAPTYPE: the class was made by a class statement, not by a compiler."""


MEMOS: list[dict[object, object]] = []
"""What modules above keep by the names of rivals: forgotten when a name gets another class."""


def strategies() -> dict[str, list[str]]:
    """The names of the rivals of every axis, those of installed packages last."""
    return {axis: named(axis) for axis in AXES}


def named(axis: str) -> list[str]:
    return list(dict.fromkeys([*AXES[axis], *entry_points(axis)]))


def register(axis: str, name: str, cls: type) -> type:
    """Give a class a name on an axis. The same class, made anew, takes its own place; another one raises ValueError."""
    rivals = rivals_of(axis)
    if not isinstance(name, str) or not name.isidentifier():
        raise ValueError(f"a rival's name is an identifier, such as 'lookup', not {name!r}")
    fit(axis, cls)
    known = rivals.get(name)
    if known is not None and origin(known) != origin(cls):
        there = f"axis {axis!r} has a rival {name!r} already, {origin(known)}"
        raise ValueError(f"{there}: give {origin(cls)} another name")
    rivals[name] = cls
    for memo in MEMOS:
        memo.clear()
    return cls


def find(axis: str, wish: str | type) -> type:
    """The rival called `wish`, or the class `wish` itself where it can be one. ValueError with the names there are."""
    rivals = rivals_of(axis)
    if isinstance(wish, type):
        return fit(axis, wish)
    if isinstance(wish, str) and wish not in rivals:
        load(axis, wish)
    if not isinstance(wish, str) or wish not in rivals:
        raise ValueError(f"axis {axis!r} has no rival {wish!r}{suggest(wish, named(axis))}")
    return rivals[wish]


def name_of(axis: str, wish: str | type) -> str | type:
    """The name that a class is registered under, else what was given."""
    for name, rival in AXES[axis].items() if isinstance(wish, type) else ():
        if rival is wish:
            return name
    return wish


def entry_points(axis: str) -> dict[str, list[EntryPoint]]:
    """What installed packages offer on an axis, by name: usually one entry point each."""
    # Reading what is installed takes longer than all of this package: nobody pays who names no such rival.
    from importlib.metadata import entry_points as installed

    found: dict[str, list[EntryPoint]] = {}
    for point in installed(group=f"encoder.{axis}"):
        if point not in found.setdefault(point.name, []):  # a folder may be on the path twice
            found[point.name].append(point)
    return found


def load(axis: str, name: str) -> None:
    """Register what an installed package offers under this name, if one does."""
    points = entry_points(axis).get(name, [])
    if len({point.value for point in points}) > 1:
        offers = ", ".join(sorted(point.value for point in points))
        raise ValueError(f"axis {axis!r}: several packages offer {name!r}: {offers}")
    for point in points[:1]:
        try:
            register(axis, name, point.load())
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise ValueError(f"axis {axis!r}: the plug-in {name!r} ({point.value}) is broken: {reason}") from error


def is_python(cls: type) -> bool:
    """Is this rival written in Python, so that no C code may call it where Python code must not run?"""
    return cls not in BUILT_IN and bool(cls.__flags__ & HEAP_TYPE)


def fit(axis: str, cls: type) -> type:
    """`cls`, if it can be a rival on an axis; TypeError where it cannot."""
    if cls in BUILT_IN and cls in AXES[axis].values():
        return cls
    if not isinstance(cls, type):
        raise TypeError(f"a rival on axis {axis!r} is a class, not {cls!r}")
    base, reason = CLOSED[axis] if axis in CLOSED else (OPEN[axis][0], "")
    home = f"encoder.axes.{axis}.{base.__name__}"
    if not issubclass(cls, base):
        others = [name for name, (other, *_) in {**OPEN, **CLOSED}.items() if issubclass(cls, other)]
        hint = f"it is one for axis {others[0]!r}" if others else f"derive it from {home}"
        raise TypeError(f"{spell(cls)} is no rival on axis {axis!r}: {hint}")
    if cls is base:
        raise TypeError(f"{home} is the base class of the rivals: derive from it")
    if not is_python(cls):
        return cls
    if reason:
        raise TypeError(
            f"axis {axis!r} is not open to classes of Python, such as {spell(cls)}: {reason}; "
            f"write it below {base.__name__} in encoder/axes/{axis}.py and compile that"
        )
    fit_python(axis, cls, base)
    return cls


def fit_python(axis: str, cls: type, base: type) -> None:
    _, methods, engine = OPEN[axis]
    wanted = " and ".join(f"{method}()" for method in methods)
    for part in cls.__mro__[: cls.__mro__.index(base)]:
        if part in BUILT_IN:
            raise TypeError(
                f"{spell(cls)} derives from {part.__name__}, whose own way would be taken and {wanted} never called: "
                f"derive it from {base.__name__}"
            )
        for name in engine:
            if name in vars(part):
                raise TypeError(
                    f"{spell(cls)} defines {name}(), which is what the engine calls and, compiled, would ignore: "
                    f"define {wanted}"
                )
    for method in methods:
        if getattr(cls, method) is getattr(base, method):
            raise TypeError(f"{spell(cls)} does not define {method}(): a rival on axis {axis!r} needs {wanted}")


def axis_of(cls: type) -> str:
    """The axis that a class is a rival on; TypeError where it is on none."""
    for axis, (base, *_) in {**OPEN, **CLOSED}.items():
        if isinstance(cls, type) and issubclass(cls, base):
            return axis
    bases = ", ".join(base.__name__ for base, *_ in OPEN.values())
    raise TypeError(f"{spell(cls)} is no rival on any axis: derive it from {bases}")


def origin(cls: type) -> str:
    """Where a class is defined: made again from the same place, it is the same rival."""
    return f"{cls.__module__}.{cls.__qualname__}"


def spell(cls: object) -> str:
    return cls.__qualname__ if isinstance(cls, type) else repr(cls)


def strategy_source(axis: str, name: str | type) -> str:
    """The Python text of a rival's class, which both builds are made from."""
    import ast

    rival = find(axis, name)
    for node in ast.parse(text := text_of(axis, rival)).body:
        if isinstance(node, ast.ClassDef) and node.name == rival.__name__:
            return ast.get_source_segment(text, node) or ""
    raise LookupError(f"{rival.__name__} is not defined in axes/{axis}.py")


def text_of(axis: str, rival: type) -> str:
    """A text that holds the definition of a rival's class."""
    from pathlib import Path

    if rival in BUILT_IN:
        return Path(__file__).with_name("axes").joinpath(f"{axis}.py").read_text(encoding="utf-8")
    import inspect
    import textwrap

    return textwrap.dedent(inspect.getsource(rival))


def rivals_of(axis: str) -> dict[str, type]:
    if axis not in AXES:
        raise TypeError(f"no axis {axis!r}{suggest(axis, AXES)}")
    return AXES[axis]
