"""Which experiments does the lab know? Each rebuilds one change of another ecosystem. Data only."""

from __future__ import annotations

from lab.model import Design, Experiment


def rival(axis: str, name: str) -> Design:
    """The default recipe with one axis changed, labelled by the rival's name."""
    return Design(label=name, axes={axis: name})


WRITER = Experiment(
    name="writer",
    question="What does keeping the writer and its buffer per thread save?",
    source="dotnet/runtime#73338",
    baseline=rival("writer", "fresh"),
    candidates=(rival("writer", "cached"),),
    workloads=("int", "login", "location", "index", "my_events", "dictionary_100", "twitter"),
    methods=("to_bytes", "to_str"),
    quick=(
        ("int", "to_bytes"),
        ("int", "to_str"),
        ("login", "to_bytes"),
        ("location", "to_bytes"),
        ("dictionary_100", "to_bytes"),
        ("index", "to_bytes"),
        ("my_events", "to_bytes"),
        ("twitter", "to_bytes"),
    ),
    showcase=("int",),
    curve=("int", "growth_1", "growth_16", "growth_256", "growth_4096", "growth_65536", "canada"),
    curve_designs=(rival("writer", "unpooled"),),
)

BASE64 = Experiment(
    name="base64",
    question="What does encoding base64 straight into the output save?",
    source="dotnet/runtime#97687",
    baseline=rival("base64", "copying"),
    candidates=(rival("base64", "direct"),),
    workloads=(
        "binary_1k",
        "base64_100_zero",
        "base64_1000_zero",
        "base64_100_fbff",
        "base64_1000_fbff",
        "blob_1m",
    ),
    methods=("to_writer", "to_bytes", "to_str", "to_stream", "as_property"),
    quick=(
        ("binary_1k", "to_writer"),
        ("binary_1k", "to_bytes"),
        ("base64_100_zero", "to_writer"),
        ("base64_1000_zero", "to_writer"),
        ("base64_1000_fbff", "to_writer"),
        ("blob_1m", "to_writer"),
    ),
    showcase=("blob_1m",),
)

TREE = Experiment(
    name="tree",
    question="What does it cost to build a tree of the output first, and must its leaves be objects?",
    source="swiftlang/swift-foundation#1012",
    baseline=rival("tree", "reference"),
    candidates=(rival("tree", "value"), rival("tree", "direct")),
    workloads=("canada", "twitter", "int_array", "login"),
    showcase=("canada", "twitter"),
)

EXPERIMENTS: dict[str, Experiment] = {one.name: one for one in (WRITER, BASE64, TREE)}
