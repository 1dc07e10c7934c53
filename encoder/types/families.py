"""In which order are the families of types asked for a class? The more special first."""

from __future__ import annotations

from encoder.types import (
    arrays,
    binary,
    enums,
    names,
    numbers,
    peers,
    plain,
    raw,
    records,
    sequences,
    tables,
    temporal,
)

FIRST = (
    raw.rule_for,
    enums.rule_for,
    records.rule_for,
    tables.rule_for,
    arrays.rule_for,
    temporal.rule_for,
    numbers.rule_for,
    names.rule_for,
    binary.rule_for,
)
"""Those asked before it is looked whether a class derives from one of JSON's own types."""

LAST = (sequences.rule_for, plain.rule_for)
"""Those that take whatever looks alike."""

HINTS = (sequences.hint_for, plain.hint_for)
PEERS = peers.PEERS
