"""How does a map encode, where nearly every value is a number of 15 to 17 digits?

``canada`` is the contour of Canada as GeoJSON: 480 rings, 55,563 points, 111,126 floats, 2.09 MB compact.
Swift's benchmark encodes the same file through a model whose point writes its two doubles through a
container of its own; ``swift.canada`` is that model with a tuple for each point.
"""

from __future__ import annotations

import bisect
import math
import random
from dataclasses import dataclass
from typing import Any

from lab.workloads import files
from lab.workloads.workload import Workload

POINTS = 55_563
RINGS = 480
_QUANTILES = (0.0, 0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
_RING_SIZES = (9, 18, 22, 28, 38, 71, 188, 606, 1447, 14310)
"""Points of a ring at each quantile of the real file."""


@dataclass
class Geometry:
    """A polygon of rings of points."""

    type: str
    coordinates: list[list[tuple[float, float]]]


@dataclass
class Feature:
    """A named shape."""

    type: str
    properties: dict[str, str]
    geometry: Geometry


@dataclass
class FeatureCollection:
    """The root of a GeoJSON file."""

    type: str
    features: list[Feature]


def canada() -> dict[str, Any]:
    """The whole map as plain values."""
    return files.load("canada") if files.is_here("canada") else look_alike()


def canada_20() -> dict[str, Any]:
    """The map's first 20 rings (951 points in the real file)."""
    value = canada()
    geometry = value["features"][0]["geometry"]
    geometry["coordinates"] = geometry["coordinates"][:20]
    return value


def swift_canada() -> FeatureCollection:
    """The whole map in the model that Swift's benchmark encodes."""
    value = canada()
    return FeatureCollection(
        value["type"],
        [
            Feature(
                feature["type"],
                feature["properties"],
                Geometry(
                    feature["geometry"]["type"],
                    [[(x, y) for x, y in ring] for ring in feature["geometry"]["coordinates"]],
                ),
            )
            for feature in value["features"]
        ],
    )


def look_alike() -> dict[str, Any]:
    """A map of the same shape: as many rings and points, ring sizes spread alike, coordinates as long."""
    draw = random.Random(480)
    sizes = [_ring_size((i + 0.5) / RINGS) for i in range(RINGS - 1)]
    sizes.append(POINTS - sum(sizes))
    draw.shuffle(sizes)
    rings = [[[draw.uniform(-141.0, -52.0), draw.uniform(41.0, 84.0)] for _ in range(size)] for size in sizes]
    geometry = {"type": "Polygon", "coordinates": rings}
    feature = {"type": "Feature", "properties": {"name": "Canada"}, "geometry": geometry}
    return {"type": "FeatureCollection", "features": [feature]}


def _ring_size(quantile: float) -> int:
    after = bisect.bisect(_QUANTILES, quantile)
    left, right = _QUANTILES[after - 1], _QUANTILES[after]
    share = (quantile - left) / (right - left)
    # Sizes span four orders of magnitude, so the line between two quantiles is drawn on a log scale.
    low, high = math.log(_RING_SIZES[after - 1]), math.log(_RING_SIZES[after])
    return round(math.exp(low + share * (high - low)))


def workloads() -> list[Workload]:
    """The map, its first rings, the map in Swift's model."""
    origin = "real" if files.is_here("canada") else "look-alike"
    return [
        Workload(
            name="canada",
            title="Canada",
            family="canada",
            build=canada,
            origin=origin,
            small="canada_20",
            note="480 rings, 55,563 points",
        ),
        Workload(name="canada_20", title="Canada, 20 rings", family="canada", build=canada_20, origin=origin),
        Workload(
            name="swift.canada",
            title="Canada in Swift's model",
            family="canada",
            build=swift_canada,
            origin=origin,
            small="canada_20",
            note="points are tuples; the bytes equal those of canada",
        ),
    ]
