"""How is a text made safe?"""

from __future__ import annotations

from encoder.kernels import buffer, state, styled


class Escaping:
    """A rival writes a text with its quotes and escapes. `table` says which characters need any, see `styled`."""

    def __init__(self, table):
        self.table = table

    def put(self, call, text):
        """Write `text`; a status."""
        raise NotImplementedError


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


def put_escaped(call, text):
    """The slot that a run calls for each text and key; a status."""
    rival = state.escaping_of(call)
    state.count(call, state.COUNT_ESCAPED)
    return rival.put(call, text)


def use_escaping(call, rival):
    """Let the call write texts in the way of `rival`."""
    state.set_escaping(call, rival)
    call.put_text = put_escaped
