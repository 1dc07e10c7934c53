"""What may one case use?"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Of one case in one encoder."""

    seconds: int
    """Of processor time; more is a hang. The longest that ends takes a tenth of it."""
    megabytes: int
    """Of memory beyond what the process has when the case begins."""


FULL = Limits(seconds=10, megabytes=1024)
QUICK = Limits(seconds=3, megabytes=512)
