"""Does a quantity read exactly where it is exact, and with a sensible unit where it was timed?"""

from __future__ import annotations

import pytest

from lab.show import numbers


@pytest.mark.parametrize(
    ("ns", "text"),
    [(0.0, "0 ns"), (9.8765, "9.877 ns"), (1234.5, "1.234 µs"), (2.5e9, "2.500 s"), (None, "–")],
)
def test_times_have_four_digits(ns: float | None, text: str) -> None:
    """A time keeps four significant digits and takes the unit of its size."""
    assert numbers.time(ns) == text


def test_a_spread_takes_the_unit_of_its_mean() -> None:
    """Error and StdDev stand in the unit of the figure that they belong to."""
    assert numbers.time(12.0, like=4000.0) == "0.012 µs"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (0, "0 B"),
        (152, "152 B"),
        (1398151, "1.4 MB"),
        (999_600, "1,000 kB"),
        (-2048, "-2.05 kB"),
        (None, "–"),
    ],
)
def test_sizes_in_sentences_are_rounded(amount: int | None, text: str) -> None:
    """A sentence has three digits and a decimal unit."""
    assert numbers.size(amount) == text


def test_counts_are_exact() -> None:
    """An exact figure has all its digits; a half block shows that it is one."""
    assert numbers.exact(1_398_151, "B") == "1,398,151 B"
    assert numbers.exact(35.5) == "35.50"


@pytest.mark.parametrize(
    ("share", "text"), [(0, "0 %"), (0.81, "81 %"), (0.034, "3 %"), (0.00007, "0.007 %")]
)
def test_a_small_share_never_reads_as_nothing(share: float, text: str) -> None:
    """A percentage keeps a leading digit however small it is."""
    assert numbers.percent(share) == text


def test_nouns_are_counted() -> None:
    """One box, two boxes, no boxes."""
    assert [numbers.plural(n, "box") for n in (0, 1, 2)] == ["no boxes", "1 box", "2 boxes"]


def test_ratios_of_next_to_nothing_are_not_zero() -> None:
    """0.0004 is not 0.00."""
    assert numbers.ratio(0.0004) == "0.0004" and numbers.ratio(0.5) == "0.50" and numbers.ratio(None) == "–"
