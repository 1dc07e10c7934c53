"""How does JSON that somebody else made become part of the output? Checked, compacted, escaped as the rest is."""

from __future__ import annotations

from encoder.types.rule import Literal, Rule, leaf

TYPE_CHECKING = False
if TYPE_CHECKING:  # importing typing takes 4 ms
    from collections.abc import Callable
    from re import Match

    from encoder.options import Options


class Raw:
    """JSON as text or as bytes in UTF-8, to be embedded as it is: numbers, escapes and the order of keys are kept.

    It is checked when it is first written, so that an error has a path; that is done once, and remembered.
    """

    __slots__ = ("_compact", "_text")

    def __init__(self, text: bytes | bytearray | memoryview | str) -> None:
        if isinstance(text, str):
            # A lone surrogate has no UTF-8 form; this one is found, with its offset, when it is checked.
            self._text = text.encode("utf-8", "surrogatepass")
        elif isinstance(text, (bytes, bytearray, memoryview)):
            self._text = bytes(text)
        else:
            raise TypeError(f"Raw takes bytes or a str of JSON, not {type(text).__qualname__}; encode makes it")
        self._compact: bytes | None = None

    @property
    def text(self) -> bytes:
        """What it was made of, in UTF-8."""
        return self._text

    def compact(self) -> bytes:
        """Without spaces between tokens; InvalidValueError, with the offset, where it is not JSON."""
        if self._compact is None:
            from encoder.types import grammar  # it needs re, which would cost everybody 5 ms

            self._compact = grammar.compact(self._text)
        return self._compact

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Raw) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"Raw({self._text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._text,)


def rule_for(cls: type, options: Options) -> Rule | None:
    """A Literal; layout is the walk's. Its strings obey `ascii` and `escape`; escapes that they have already stay."""
    if not issubclass(cls, Raw):
        return None
    escape: set[str] = {options.escape} if isinstance(options.escape, str) else set(options.escape)
    if not options.ascii and escape <= {"minimal"}:
        return leaf(lambda raw: Literal(Raw.compact(raw)))
    respell = respeller(options.ascii, escape)
    return leaf(lambda raw: Literal(respell(Raw.compact(raw))))


def respeller(ascii_only: bool, escape: set[str]) -> Callable[[bytes], bytes]:
    """The function that escapes in all strings of a text what the options want escaped."""
    import re

    from encoder.types import grammar

    strict = "system_text_json" in escape
    wanted = ["<>&'\u2028\u2029"] if "html" in escape else []
    wanted += ["/"] if "slashes" in escape else []
    wanted += ["&'+<>`\x7f-\U0010ffff"] if strict else []
    wanted += ["\x7f-\U0010ffff"] if ascii_only else []
    # An escape is passed over as one: what follows the backslash is no character of its own.
    character = re.compile(rf"\\.|[{''.join(wanted)}]")
    string = re.compile(grammar.STRING.decode())
    form = r"\u{:04X}" if strict else r"\u{:04x}"

    def spell(found: Match[str]) -> str:
        text = found[0]
        if text[0] == "\\":
            return r"\u0022" if strict and text == r"\"" else text
        if text == "/":
            return r"\/"
        units = text.encode("utf-16-be")
        return "".join(form.format(int.from_bytes(units[at : at + 2])) for at in range(0, len(units), 2))

    def respell(text: bytes) -> bytes:
        return string.sub(lambda found: character.sub(spell, found[0]), text.decode()).encode()

    return respell
