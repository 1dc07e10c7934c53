"""What happens to a test that lacks something?"""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def absent(what: str) -> NoReturn:
    """Skip, visibly, a test that lacks ``what``; where CI is set, nothing may be lacking: fail."""
    if os.environ.get("CI"):
        pytest.fail(f"{what} is missing, and under CI every test must run", pytrace=False)
    pytest.skip(f"{what} is missing here")
