"""Which rivals does each axis have? The one place that names them."""

from __future__ import annotations

from encoder.axes import arrays, base64, contracts, escaping, layers, output, path, tree, writer
from encoder.naming import suggest

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


def strategies() -> dict[str, list[str]]:
    """The names of the rivals of every axis."""
    return {axis: list(rivals) for axis, rivals in AXES.items()}


def find(axis: str, name: str) -> type:
    """The rival called `name`; ValueError with the names that there are."""
    rivals = rivals_of(axis)
    if name not in rivals:
        raise ValueError(f"axis {axis!r} has no rival {name!r}{suggest(name, rivals)}")
    return rivals[name]


def strategy_source(axis: str, name: str) -> str:
    """The Python text of a rival's class, which both builds are made from."""
    import ast
    from pathlib import Path

    rival = find(axis, name)
    text = Path(__file__).with_name("axes").joinpath(f"{axis}.py").read_text(encoding="utf-8")
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == rival.__name__:
            return ast.get_source_segment(text, node) or ""
    raise LookupError(f"{rival.__name__} is not defined in axes/{axis}.py")


def rivals_of(axis: str) -> dict[str, type]:
    if axis not in AXES:
        raise TypeError(f"no axis {axis!r}{suggest(axis, AXES)}")
    return AXES[axis]
