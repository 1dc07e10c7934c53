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


@dataclass(frozen=True, kw_only=True)
class Threads:
    """One design in so many threads of one process at once, as `lab.measure.meters.threads` measures it."""

    workload: str
    method: str
    build: str
    design: str
    threads: int
    locked: bool
    """Whether CPython's global lock lets one thread run at a time."""
    rates: tuple[float, ...]
    """Samples of calls a second, of all threads together, by the wall clock."""
    allocated: tuple[float, ...]
    """Bytes that one call asks for, in each thread."""
    peak: int
    """Most bytes alive at once over all threads, of those that the calls asked for."""
    peaks: tuple[int, ...]
    """The same of each thread by itself."""
    retained: tuple[int, ...]
    """Bytes of buffer that each thread keeps for its next call."""
    kept: float
    """The share of calls that got the writer which their thread keeps."""
    run: str = ""
