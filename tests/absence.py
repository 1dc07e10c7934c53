"""What happens to a test that lacks something?"""

from __future__ import annotations

import importlib
import os
from typing import Any, NoReturn

import pytest


def absent(what: str) -> NoReturn:
    """Skip, visibly, a test or a module of tests that lacks ``what``; where CI is set, nothing may be lacking: fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and under CI every test must run", pytrace=False)
    pytest.skip(f"{what} is missing here", allow_module_level=True)


def needed(module: str) -> Any:
    """``module``, imported; a test that cannot have it is one that lacks something."""
    try:
        return importlib.import_module(module)
    except ImportError:
        absent(module)
