"""Which kernels does this machine get? The twin of levels.h: the interpreted ones, on any machine."""

from __future__ import annotations

from types import SimpleNamespace

from encoder.kernels.run import put_scalar, put_text, run

PYTHON = SimpleNamespace(
    isa=b"python",
    run_plain=run,
    run_general=run,
    put_text=put_text,
    put_scalar=put_scalar,
)


def remember_record(cls: type, names: tuple[str, ...], literals: tuple[bytes, ...]) -> None:
    """Nothing to do: the interpreted run leaves records to the walk, which knows their plans."""


def choose_kernels(name: bytes) -> SimpleNamespace:
    """The interpreted kernels; `name` chooses among instruction sets, of which there are none here."""
    return PYTHON
