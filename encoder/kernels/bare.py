"""How is a document written that is one scalar? The twin of bare.h: without a writer and a buffer."""

from __future__ import annotations

from encoder.kernels.spellers import SPELL

SHORT_TEXT = 32


def bare(value: object) -> bytes | None:
    """All of it as bytes; None where a run has to write `value`, or to say why not."""
    kind = type(value)
    if kind not in SPELL:
        return None
    if isinstance(value, str) and (len(value) > SHORT_TEXT or not value.isascii()):
        return None
    if isinstance(value, int) and not -(2**64) < value < 2**64:
        return None
    return SPELL[kind](value) or None
