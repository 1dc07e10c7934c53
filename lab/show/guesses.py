"""What did one expect before measuring, and was it so?"""

from __future__ import annotations

from typing import Any

from lab.show import sentences

CHOICES = ("about half or less", "less", "the same or more")

HALF = 0.55
"""Upper end of the first choice. A half with some slack: the result itself is in both numbers."""

SUBJECTS = {
    "tree": ("peak", "peak memory"),
    "writer": ("bytes", "allocated bytes per call"),
    "base64": ("peak", "peak memory"),
}
"""What to guess on each axis: exact memory figures only, since a guess judged by noise teaches nothing."""


def prompt(axis: str, baseline: str, candidate: str) -> str:
    """The question put to the reader before a run."""
    _, what = SUBJECTS.get(axis, SUBJECTS["tree"])
    return f"Guess: {what} of {candidate} against {baseline}"


def answer(guess: int, axis: str, row: Any) -> str:
    """How guess number ``guess`` of `CHOICES` compares with the measured row, in one sentence."""
    quantity, what = SUBJECTS.get(axis, SUBJECTS["tree"])
    pair = getattr(row, quantity)
    if pair is None or pair.ratio is None:
        return f"You guessed “{CHOICES[guess]}”. This run did not count the {what}."
    # The figures are exact, so one byte less is less, as in every sentence of the lab.
    actual = 0 if pair.ratio <= HALF else 1 if pair.candidate < pair.baseline else 2
    opening = "You guessed it" if actual == guess else f"You guessed “{CHOICES[guess]}”"
    found = f"{sentences.amounts([pair.baseline - pair.candidate])} ({pair.ratio:.2f} times as much)"
    return f"{opening}. The {what}: {found}, “{CHOICES[actual]}”."
