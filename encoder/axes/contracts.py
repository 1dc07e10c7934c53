"""How are the fields of a class found?"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

Key = str | bytes


class Contract:
    """What is known of a class: the attributes to ask for and how their keys are written.

    keys: bytes with their colon, or str that are escaped each time.
    read: gives the fields of an object one after the other; None: they are asked for by name.
    is_own: is it another one than all Encoders make that have default options, or sort_keys alone?
    is_called: does `read` give the fields in both builds, as that of a rival in Python must?
    """

    __slots__ = ("is_called", "is_own", "keys", "names", "read")

    def __init__(
        self,
        names: tuple[str, ...],
        keys: tuple[Key, ...],
        read: Callable[[Any], Iterable[Any]] | None,
        is_own: bool,
        is_called: bool = False,
    ) -> None:
        self.names = names
        self.keys = keys
        self.read = read
        self.is_own = is_own
        self.is_called = is_called

    def pairs(self, record: Any) -> list[tuple[Key, Any]]:
        """Keys and fields of an object, where `read` is called for them."""
        values = list(self.read(record))
        if len(values) != len(self.keys):
            cls = type(record).__qualname__
            raise TypeError(f"the reader for {cls} gave {len(values)} values, and it has {len(self.keys)} fields")
        return list(zip(self.keys, values, strict=True))


class Contracts:
    """A rival makes the contract of a class, once for each Encoder.

    A rival of your own defines `reader`.
    """

    def reader(self, cls: type, names: tuple[str, ...]) -> Callable[[Any], Iterable[Any]]:
        """A function that gives these attributes of an object of `cls`, in this order; made once a class."""
        raise NotImplementedError(f"{type(self).__qualname__} does not define reader(self, cls, names)")

    def make(
        self,
        cls: type,
        names: tuple[str, ...],
        spelled: tuple[str, ...],
        written: list[bytes | None],
        is_own: bool,
    ) -> Contract:
        """names: attributes; spelled: their names in JSON; written: these with quotes, None where that cannot be.

        Of a rival in Python, a contract that calls its `reader`.
        """
        return Contract(names, spelled, self.reader(cls, names), True, is_called=True)


class Reflection(Contracts):
    """The names are known; each field is asked for by name, and its key escaped, every time.

    Trades: time for nothing to be made ahead. System.Text.Json's reflection mode.
    """

    def make(
        self,
        cls: type,
        names: tuple[str, ...],
        spelled: tuple[str, ...],
        written: list[bytes | None],
        is_own: bool,
    ) -> Contract:
        return Contract(names, spelled, None, True)


class Generated(Contracts):
    """Straight-line code for the class: its keys are written already, and each field is read where it lies.

    Trades: a plan a class, made at the first object. System.Text.Json's source generator. `source` shows the
    Python; the compiled build follows the same plan in C.
    """

    def make(
        self,
        cls: type,
        names: tuple[str, ...],
        spelled: tuple[str, ...],
        written: list[bytes | None],
        is_own: bool,
    ) -> Contract:
        keys = tuple(text if key is None else key + b":" for text, key in zip(spelled, written, strict=True))
        return Contract(names, keys, reader(cls, names), is_own)


def reader(cls: type, names: tuple[str, ...]) -> Callable[[Any], Iterator[Any]]:
    """A generator function that gives the fields in order, made at its first call from `write_reader`'s text."""
    made: list[Callable[[Any], Iterator[Any]]] = []

    def read(record: Any) -> Iterator[Any]:
        if not made:
            made.append(compile_reader(cls, names))
        return made[0](record)

    return read


def compile_reader(cls: type, names: tuple[str, ...]) -> Callable[[Any], Iterator[Any]]:
    import linecache

    text = write_reader(cls, names)
    file = f"<fields of {cls.__qualname__} at {id(cls):#x}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)  # so that tracebacks show the line
    scope: dict[str, Any] = {}
    exec(compile(text, file, "exec"), scope)
    return scope["fields"]


def write_reader(cls: type, names: tuple[str, ...], spelled: tuple[str, ...] | None = None) -> str:
    """Python that gives the fields of an object of `cls` in order."""
    import keyword

    lines = ["def fields(record):"]
    for name, label in zip(names, spelled or names, strict=True):
        plain = name.isidentifier() and not keyword.iskeyword(name) and not name.startswith("__")
        place = f"record.{name}" if plain else f"getattr(record, {name!r})"
        lines.append(f"    yield {place}" + (f"  # {label!r}" if spelled else ""))
    if not names:
        lines.append("    yield from ()")
    return "\n".join(lines) + "\n"
