"""How is text written with other escapes than the fewest? The twin of styled.h."""

from __future__ import annotations

from encoder.kernels.escape_tables import spelling_of
from encoder.kernels.state import STATUS_DONE, STATUS_SURROGATE, Call, set_value


def spell_styled(text: str, table: bytes) -> bytes | None:
    """`text` with its quotes as bytes of its own; None where it holds a lone surrogate that the table refuses."""
    try:
        return b'"' + str.translate(text, spelling_of(table)).encode() + b'"'
    except UnicodeEncodeError:
        return None


def put_styled(call: Call, text: str, table: bytes) -> int:
    """Write `text` with its quotes: STATUS_DONE or STATUS_SURROGATE."""
    spelled = spell_styled(text, table)
    if spelled is None:
        set_value(call, text)
        return STATUS_SURROGATE
    call.buffer.bytes += spelled
    return STATUS_DONE
