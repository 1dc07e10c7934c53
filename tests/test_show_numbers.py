"""Does a quantity read exactly where it is exact, and with a sensible unit where it was timed?"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lab.show import numbers

# The machine is shared, so an example may take any time.
REPEATABLE = settings(deadline=None, derandomize=True)


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
        (999_400, "999 kB"),
        (999_600, "1 MB"),
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
    ("share", "text"),
    [
        (0, "0 %"),
        (0.00007, "0.007 %"),
        (5e-10, "0.00000005 %"),
        (0.034, "3 %"),
        (0.0949, "9 %"),
        (0.0999, "10 %"),
        (0.1, "10 %"),
        (0.81, "81 %"),
        (0.9999, "99.99 %"),
        (1, "100 %"),
        (1.00009, "100.009 %"),
        (12, "1200 %"),
    ],
)
def test_a_small_share_never_reads_as_nothing(share: float, text: str) -> None:
    """A percentage keeps a leading digit however small it is, and nearly all is not all."""
    assert numbers.percent(share) == text


@REPEATABLE
@given(st.floats(min_value=1e-9, max_value=1e9))
def test_no_figure_in_a_sentence_has_an_exponent(value: float) -> None:
    """Shares, ratios and sizes of any magnitude are written out."""
    figures = (numbers.percent(value), numbers.ratio(value), numbers.size(value))
    for text in (*figures, numbers.interval(value, 0, 2 * value)):
        assert "e" not in text and text[0].isdigit()


@REPEATABLE
@given(st.floats(min_value=1e-6, max_value=2))
def test_a_percentage_is_near_its_share(share: float) -> None:
    """What is printed differs from the share by half a point or half of its one digit at most."""
    printed = float(numbers.percent(share).split()[0])
    assert abs(printed - 100 * share) <= max(0.5 if share > 0.09 else 0, 50 * share)


def test_nouns_are_counted() -> None:
    """One box, two boxes, no boxes."""
    assert [numbers.plural(n, "box") for n in (0, 1, 2)] == ["no boxes", "1 box", "2 boxes"]


def test_ratios_of_next_to_nothing_are_not_zero() -> None:
    """0.0004 is not 0.00."""
    values = (0.0004, 0.5, 2e-5, None)
    assert [numbers.ratio(value) for value in values] == ["0.0004", "0.50", "0.00002", "–"]


def test_an_interval_has_one_precision() -> None:
    """All three figures have the decimals that the middle one needs."""
    assert numbers.interval(0.9, 0.88, 0.92) == "0.90 [0.88, 0.92]"
    assert numbers.interval(0.039, 0.038, 0.04) == "0.039 [0.038, 0.040]"
    assert numbers.interval(12, 11, 13.5) == "12.00 [11.00, 13.50]"
