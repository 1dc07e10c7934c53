"""What does the output say, and how far may a call go? Frozen settings, every one also a keyword of `encode`."""

from __future__ import annotations

from encoder.naming import suggest

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from typing import Any


class Options:
    """Settings of an encoder. Unknown names and impossible values raise at once.

    default: called with a value that no rule covers; what it returns is encoded in its place.
    max_depth: levels of nesting, at least 1; a container of its own counts as one, and so does a `default` call.
    retain: bytes of buffer that a thread keeps between calls, at most.
    """

    __slots__ = ("default", "max_depth", "retain")

    default: Callable[[Any], Any] | None
    max_depth: int
    retain: int

    def __init__(self, **fields: Any) -> None:
        for name, value in DEFAULTS.items():
            object.__setattr__(self, name, fields.pop(name, value))
        if fields:
            raise TypeError(f"no option {next(iter(fields))!r}{suggest(next(iter(fields)), DEFAULTS)}")
        callable_or_none(self.default)
        for name, least in (("max_depth", 1), ("retain", 0)):
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= LARGEST:
                raise ValueError(f"{name} must be an int from {least} to {LARGEST}, not {value!r}")

    def with_(self, **fields: Any) -> Options:
        """A copy with some fields changed."""
        return Options(**{**{name: getattr(self, name) for name in DEFAULTS}, **fields})

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"options are frozen: use with_({name}=...)")

    def __repr__(self) -> str:
        changed = (f"{name}={getattr(self, name)!r}" for name in DEFAULTS if getattr(self, name) != DEFAULTS[name])
        return f"Options({', '.join(changed)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and all(getattr(self, n) == getattr(other, n) for n in DEFAULTS)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in DEFAULTS))

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, ({name: getattr(self, name) for name in DEFAULTS},)


def rebuild(fields: dict[str, Any]) -> Options:
    """Unpickle or copy options."""
    return Options(**fields)


def callable_or_none(default: Any) -> Callable[[Any], Any] | None:
    """`default` where it can be one; TypeError where it cannot."""
    if default is not None and not callable(default):
        raise TypeError(f"default must be callable or None, not {default!r}")
    return default


DEFAULTS = {"default": None, "max_depth": 1000, "retain": 65536}
LARGEST = 2**40
