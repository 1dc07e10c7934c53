"""What does a test say to the command line, and what comes back?"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

Says = Callable[..., SimpleNamespace]
"""Words to ``python -m lab``; the answer has its status, stdout and stderr (`conftest.says`)."""
