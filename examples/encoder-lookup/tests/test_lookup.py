"""Does the table write what every other strategy writes?"""

from encoder_lookup import Lookup

from encoder import check


def test_lookup_conforms() -> None:
    """Every recipe, every option for texts, every length: the expected bytes."""
    check(Lookup)
