"""What did one expect before measuring, and was it so?"""

from __future__ import annotations

from typing import Any

CHOICES = ("half or less", "less", "the same or more")

HALF, SAME = 0.55, 0.97
"""Upper ends of the first two choices. A half with some slack: the result itself is in both numbers."""

SUBJECTS = {
    "tree": ("peak", "the most memory that is alive at once"),
    "writer": ("bytes", "the bytes allocated in a call"),
    "base64": ("peak", "the most memory that is alive at once"),
}
"""What to guess on each axis: exact memory figures only, since a guess judged by noise teaches nothing."""


def prompt(axis: str, baseline: str, candidate: str) -> str:
    """The question put to the reader before a run."""
    _, what = SUBJECTS.get(axis, SUBJECTS["tree"])
    return f"Your guess: {what} with {candidate}, compared with {baseline}?"


def answer(guess: int, axis: str, row: Any) -> str:
    """How guess number ``guess`` of `CHOICES` compares with the measured row, in one sentence."""
    quantity, what = SUBJECTS.get(axis, SUBJECTS["tree"])
    pair = getattr(row, quantity)
    if pair is None or pair.ratio is None:
        return f"You guessed “{CHOICES[guess]}”. This run did not count {what}."
    actual = 0 if pair.ratio <= HALF else 1 if pair.ratio <= SAME else 2
    opening = "You guessed it" if actual == guess else f"You guessed “{CHOICES[guess]}”"
    return f"{opening}: {what} is {pair.ratio:.2f} times as much, “{CHOICES[actual]}”."
