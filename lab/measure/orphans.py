"""What ends a measuring process whose starter is gone?

The end of its input does, where it listens. One that is busy does not: a contestant that never returns would go on for
ever once the lab was killed. Linux can be asked for a signal then.
"""

from __future__ import annotations

import signal
import sys

_PR_SET_PDEATHSIG = 1
"""From Linux's ``sys/prctl.h``."""


def end_with_starter() -> None:
    """Be killed when the thread that started this process ends; forks must ask for themselves. Linux only.

    The kernel goes by the thread and not by its process, so whoever starts such a process waits for it there.
    """
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
