"""How do payloads of nothing but numbers encode, from one to a hundred thousand?

``int`` is the 42 of dotnet/performance: two bytes of JSON, so all else is the cost of a call. ``int_array``
is the 0 to 9999 of Swift's benchmark. ``mesh`` is a 3-D model: 43,000 floats of 12 digits and as many small
integers.
"""

from __future__ import annotations

import random
from typing import Any

from lab.workloads import files
from lab.workloads.workload import Workload

_PER_VERTEX = {"positions": 3, "tex0": 2, "colors": 1, "influences": 1, "normals": 3}
_VERTICES = 3600
_INDICES = 33_408


def integer() -> int:
    """42."""
    return 42


def int_array() -> list[int]:
    """0 to 9999: 48,891 bytes of JSON."""
    return list(range(10_000))


def mesh() -> dict[str, Any]:
    """The whole 3-D model as plain values."""
    return files.load("mesh") if files.is_here("mesh") else look_alike()


def mesh_100() -> dict[str, Any]:
    """The model's first 100 vertices and as large a share of its triangles."""
    value = mesh()
    for field, width in _PER_VERTEX.items():
        value[field] = value[field][: 100 * width]
    value["indices"] = value["indices"][: _INDICES // 36]
    return value


def look_alike() -> dict[str, Any]:
    """A model of the same shape: as many vertices and triangles, numbers as long."""
    draw = random.Random(3600)

    def floats(count: int, reach: float) -> list[float]:
        return [float(f"{draw.uniform(-reach, reach):.12g}") for _ in range(count)]

    bounds = {"indexRange": [0, _INDICES], "vertexRange": [0, _VERTICES], "usedBones": [22]}
    return {
        "batches": [bounds],
        "morphTargets": {},
        "positions": floats(3 * _VERTICES, 3.0),
        "tex0": floats(2 * _VERTICES, 1.0),
        "colors": [0xFF000000] * _VERTICES,
        "influences": [[1.0, 0] for _ in range(_VERTICES)],
        "normals": floats(3 * _VERTICES, 1.0),
        "indices": [draw.randrange(_VERTICES) for _ in range(_INDICES)],
    }


def workloads() -> list[Workload]:
    """One number, ten thousand, a 3-D model and a part of it."""
    origin = "real" if files.is_here("mesh") else "look-alike"
    return [
        Workload(name="int", title="int", family="numbers", build=integer),
        Workload(name="int_array", title="IntArray, 0 to 9999", family="numbers", build=int_array),
        Workload(
            name="mesh", title="3-D mesh", family="numbers", build=mesh, origin=origin, small="mesh_100"
        ),
        Workload(
            name="mesh_100", title="3-D mesh, 100 vertices", family="numbers", build=mesh_100, origin=origin
        ),
    ]
