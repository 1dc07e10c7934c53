"""How is a text made safe by a table?"""

from __future__ import annotations

from encoder.axes.escaping import Escaping

SIZE = 256


class Lookup(Escaping):
    """Look every character up in a table: the escape of one that needs it, else the character itself.

    Trades: a look-up a character, also where a whole text is clean, for code without a single decision about
    escapes. Most encoders in C begin this way.
    """

    def __init__(self, table: bytes) -> None:
        super().__init__(table)
        self.entries = [self.spelled(code) for code in range(SIZE)]

    def escape(self, text: str) -> str:
        entries = self.entries
        codes = map(ord, text)
        return '"' + "".join([entries[code] if code < SIZE else self.spelled(code) for code in codes]) + '"'

    def spelled(self, code: int) -> str:
        """One character as the options want it."""
        spelled = self.spelling[code]
        return chr(spelled) if isinstance(spelled, int) else spelled
