"""What do the meters count that need no clock? Frozen data, like that of `lab.model`, whose runs hold it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Copies:
    """The copy ledger of one design: what one call moves by memcpy and its kind, as `lab.measure.meters.copies` counts.

    ``reallocated`` bytes were in blocks given to realloc, which may have moved some of them or none.
    """

    workload: str
    method: str
    build: str
    design: str
    output_bytes: int
    copied: int
    copies: int
    reallocated: int
    reallocations: int
    run: str = ""
    """The run that it is from, where several were merged."""
