"""What does Cython's pure-Python mode mean when nothing is compiled?"""

from __future__ import annotations

compiled = False


def address(value):
    """A C pointer to `value`; here the object itself, which is a reference already."""
    return value


def declare(kind):
    """A C variable of some type; here an object of the twin class."""
    return kind()
