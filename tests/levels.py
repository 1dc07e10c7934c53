"""Which instruction-set levels are there, and how is one of them forced?"""

from __future__ import annotations

import pytest

import encoder

LEVELS = ("baseline", "ssse3", "avx2", "avx512") if encoder.build == "compiled" else ("",)
"""The interpreted build has but one, which has no name."""


def forced(level: str, monkeypatch: pytest.MonkeyPatch, **options: object) -> encoder.Encoder:
    """An Encoder with the kernels of a level; where this machine has no such level, a skip that says so."""
    monkeypatch.setenv("ENCODER_ISA", level)
    try:
        one = encoder.Encoder(**options)
    except ValueError as error:
        pytest.skip(str(error))
    assert one.isa == (level or "python")
    return one
