"""Who keeps the machine busy, on purpose, while something is measured?"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator

# It ends by itself when whoever started it is gone.
_BUSY = "import os\nwhile os.getppid() == {starter}: sum(range(100_000))"


@contextlib.contextmanager
def busy(processes: int) -> Iterator[list[subprocess.Popen]]:
    """So many processes that do nothing but compute, ended afterwards."""
    started: list[subprocess.Popen] = []
    try:
        for _ in range(processes):
            started.append(subprocess.Popen([sys.executable, "-I", "-c", _BUSY.format(starter=os.getpid())]))
        yield started
    finally:
        for one in started:
            one.kill()
            one.wait()
