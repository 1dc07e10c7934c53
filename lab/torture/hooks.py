"""What if a hook never comes to an end, fails, or encodes something itself?"""

from __future__ import annotations

import json
from typing import Any

from lab.torture.case import Again, Family, Given, Odd
from lab.torture.checks import says, valid

CASES = Family("hooks")


class Stop(BaseException):
    """No Exception, like KeyboardInterrupt: nobody may swallow it."""


@CASES.case(valid, "refused")
def a_hook_that_returns_its_argument(again: Again) -> Given:
    """A hook that answers every object with itself."""
    return Given([Odd()], hook=lambda odd: odd)


@CASES.case(valid, "refused")
def a_hook_that_returns_another(again: Again) -> Given:
    """A hook that answers every object with another unknown one."""
    return Given([Odd()], hook=lambda odd: Odd())


@CASES.case(valid, "refused")
def a_hook_that_fails(again: Again) -> Given:
    """A hook that raises an error of its own, which must come out as it is."""

    def hook(odd: Any) -> Any:
        raise LookupError("nowhere")

    return Given([Odd()], hook, raises=LookupError)


@CASES.case(valid, "refused")
def a_hook_that_is_interrupted(again: Again) -> Given:
    """A hook that raises what no `except Exception` may catch, as Ctrl-C does."""

    def hook(odd: Any) -> Any:
        raise Stop

    return Given({"a": [Odd()]}, hook, raises=Stop)


@CASES.case(says([{"a": "[1]"}, [2]]), "right")
def a_call_within_a_call(again: Again) -> Given:
    """A hook that encodes another value with the same encoder."""
    return Given([Odd(), [2]], hook=lambda odd: {"a": again([1]).decode().replace(" ", "")})


@CASES.case(valid, "refused")
def a_call_within_a_call_forever(again: Again) -> Given:
    """A hook that encodes the very object that it was asked for."""

    def hook(odd: Any) -> Any:
        return again([odd], hook)

    return Given([Odd()], hook)


@CASES.case(says(list(range(3000))), "right")
def three_thousand_calls(again: Again) -> Given:
    """A hook that is asked 3000 times, and encodes a list each time."""
    numbers = iter(range(3000))
    return Given([Odd() for _ in range(3000)], hook=lambda odd: json.loads(again([next(numbers)]))[0])
