"""What is each function of the encoder busy with? The words that two designs have in common."""

from __future__ import annotations

PHASES: dict[str, tuple[str, ...]] = {
    "build": (
        "encoder.axes.tree.Node",
        "encoder.axes.tree.Value",
        "encoder.axes.tree.Reference",
        "encoder.axes.tree.Pairs",
        "encoder.axes.arrays",
        "spell_all",
    ),
    "walk": (
        "encoder.walk",
        "encoder.meeting",
        "encoder.members",
        "encoder.host",
        "encoder.own",
        "encoder.containers",
        "encoder.failures",
        "encoder.settings",
        "encoder.types",
        "encoder.axes.contracts",
        "encoder.axes.layers",
        "encoder.axes.path",
        "encoder.kernels.frames",
        "encoder.kernels.place",
        "encoder.kernels.run",
        "encoder.axes.tree.Direct",
        "more_frames",
        "path_from",
        "path_to",
        "rest_of_dict",
    ),
    "escape": (
        "encoder.axes.escaping",
        "encoder.kernels.escape",
        "encoder.kernels.escape_tables",
        "encoder.kernels.styled",
        "put_long_text",
        "put_styled",
        "spell_styled",
    ),
    "number": ("encoder.kernels.integers", "encoder.kernels.doubles", "put_huge_integer"),
    "base64": ("encoder.axes.base64", "encoder.kernels.base64", "encoder.kernels.codec", "encode_aside"),
    "buffer": (
        "encoder.axes.writer",
        "encoder.kernels.writer",
        "encoder.kernels.buffer",
        "encoder.kernels.memory",
        "encoder.encoder.Encoder.rent",
        "new_call",
        "new_thread",
        "take_block",
        "give_block",
        "open_buffer",
        "move_to_result",
        "grow",
    ),
    "result": (
        "encoder.axes.output",
        "encoder.kernels.layout",
        "lay_out",
        "flush_to_layout",
        "take_laid_out",
        "grow_laid",
        "make_room",
        "encoder.kernels.buffer.take_result",
        "encoder.kernels.buffer.take_str",
        "take_result",
        "take_str",
        "trim_result",
    ),
}
"""For each phase the functions, or the modules and classes whose functions, belong to it; the longest name that
begins a function's name decides. Names without a dot are C functions of encoder/kernels. A function that is in
none belongs to its caller's phase."""


def phases() -> dict[str, str]:
    """The phase of every name in the table: ``{"encoder.axes.tree.Value": "build", ...}``."""
    return {name: phase for phase, names in PHASES.items() for name in names}
