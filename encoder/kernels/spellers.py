"""How is a value of an exact built-in type spelled, where a run may do it?"""

from __future__ import annotations

from encoder.kernels.doubles import spell_double
from encoder.kernels.escape import quote
from encoder.kernels.integers import spell_integer
from encoder.kernels.state import (
    MAY_WRITE_FLOATS,
    MAY_WRITE_INTEGERS,
    MAY_WRITE_TEXT,
    MAY_WRITE_WORDS,
    STATUS_DONE,
    TEXT_BY_SLOT,
    Call,
)

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any

    Speller = Callable[[Any], bytes]


SPELL: dict[type, Speller] = {
    int: spell_integer,
    float: spell_double,
    bool: lambda truth: b"true" if truth else b"false",
    type(None): lambda nothing: b"null",
    str: quote,
}
"""How a value that holds no others is spelled, by its exact type; an empty result means that it cannot be."""

SCALARS = {
    MAY_WRITE_TEXT: (str,),
    MAY_WRITE_INTEGERS: (int,),
    MAY_WRITE_FLOATS: (float,),
    MAY_WRITE_WORDS: (bool, type(None)),
}


def spellers(mask: int) -> dict[type, Speller]:
    """The part of SPELL that `mask` permits."""
    return {kind: SPELL[kind] for bit, kinds in SCALARS.items() if mask & bit for kind in kinds}


ALL_SPELLERS = {mask: spellers(mask) for mask in range(16)}


def choose_spellers(call: Call) -> None:
    """Let the run spell what its mask permits, and texts by the call's slot where it has one."""
    call.spell_text = quote
    call.spell = ALL_SPELLERS[call.mask & 15].get
    if call.mask & TEXT_BY_SLOT:
        call.spell_text = by_slot(call)
        if call.mask & MAY_WRITE_TEXT:
            call.spell = {**ALL_SPELLERS[call.mask & 15], str: call.spell_text}.get


def by_slot(call: Call) -> Speller:
    """Texts as the escaping rival writes them."""
    out = call.buffer.bytes

    def spell(text: str) -> bytes:
        before = len(out)
        status = call.policy.put_text(call, text)
        spelled = bytes(out[before:]) if status == STATUS_DONE else b""
        del out[before:]
        return spelled

    return spell
