"""How is a text made safe?"""

from __future__ import annotations

from encoder.kernels import buffer, frames, state, styled
from encoder.kernels.escape_tables import spelling_of


class Escaping:
    """A rival writes a text with its quotes and escapes. `table` says which characters need any, see `escape_tables`.

    A rival of your own defines `escape`.
    """

    def __init__(self, table):
        self.table = table

    @property
    def spelling(self):
        """What each character becomes under the options, by its code; `str.translate` takes it as it is."""
        return spelling_of(self.table)

    def escape(self, text):
        """`text` as JSON with its quotes: bytes in UTF-8, or a str. A lone surrogate may raise UnicodeEncodeError."""
        raise NotImplementedError(f"{type(self).__qualname__} does not define escape(self, text)")

    def put(self, call, text):
        """Write `text`; a status. Of a rival in Python, what its `escape` answers."""
        frames.expose_frames(call)
        try:
            spelled = self.escape(text)
            if isinstance(spelled, str):
                spelled = str.encode(spelled)
        except UnicodeEncodeError:
            state.set_value(call, text)
            return state.STATUS_SURROGATE
        check_quoted(self, spelled)
        buffer.put_bytes(call, spelled)
        return state.STATUS_DONE


class Allocating(Escaping):
    """Build the escaped text aside, then append it to the output.

    Trades: a string a text for a writer that need not know the output. swift-foundation before #1012, which
    collected escapes in temporary Strings.
    """

    def put(self, call, text):
        spelled = styled.spell_styled(text, self.table)
        if spelled is None:
            return state.STATUS_SURROGATE
        buffer.put_bytes(call, spelled)
        return state.STATUS_DONE


class InPlace(Escaping):
    """Escape at the place in the output where the text belongs.

    Trades: nothing; room for the worst case is reserved. swift-foundation after #1012: clean runs are copied
    whole. With the minimal set it is the run's own kernel.
    """

    def put(self, call, text):
        return styled.put_styled(call, text, self.table)


def check_quoted(rival, spelled):
    """Is this a text in quotes, and UTF-8? What is between the quotes only `check` looks at."""
    where = f"{type(rival).__qualname__}.escape must return"
    if type(spelled) is not bytes:
        raise TypeError(f"{where} bytes or a str, not {type(spelled).__qualname__}")
    if len(spelled) < 2 or spelled[0] != 0x22 or spelled[-1] != 0x22:
        raise ValueError(f"{where} a text between double quotes, not {spelled[:80]!r}")
    try:
        bytes.decode(spelled)
    except UnicodeDecodeError:
        raise ValueError(f"{where} UTF-8, not {spelled[:80]!r}") from None


def put_escaped(call, text):
    """The slot that a run calls for each text and key; a status."""
    rival = state.escaping_of(call)
    state.count(call, state.COUNT_ESCAPED)
    return rival.put(call, text)


def use_escaping(policy, rival):
    """Let calls write texts in the way of `rival`."""
    state.set_escaping(policy, rival)
    policy.put_text = put_escaped
