"""How do two rivals read side by side?"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lab import designs
from lab.errors import LabError, UnknownNameError
from lab.model import Row, Run
from lab.show.theme import theme

CSS = (
    ".lab-sources{display:flex;flex-wrap:wrap;gap:12px}"
    # Below 340 px a column is no use for code; then the second goes under the first.
    ".lab-sources figure{flex:1 1 340px;min-width:0;margin:0}"
    ".lab-sources figcaption{font-weight:600}"
    # Two classes deep, since JupyterLab has rules of its own for every pre in an output.
    ".lab .lab-sources pre{background:var(--lab-wash);color:var(--lab-ink);margin:2px 0;padding:8px 10px;"
    "max-height:420px;overflow:auto;font:12px/1.4 monospace;white-space:pre}"
    ".lab-py-k,.lab-py-kn,.lab-py-kc,.lab-py-ow{color:var(--lab-link);font-weight:600}"
    ".lab-py-c1,.lab-py-sd{color:var(--lab-soft);font-style:italic}"
    ".lab-py-s1,.lab-py-s2,.lab-py-nd{color:var(--lab-more)}"
    ".lab-py-nc,.lab-py-nf{font-weight:600}"
)


@dataclass(frozen=True, kw_only=True)
class Sources:
    """The source of rivals of one axis, in the order in which they were compared."""

    axis: str
    texts: dict[str, str]
    """Python source by the rival's name."""

    def __repr__(self) -> str:
        return f"<Sources of {self.axis}: {', '.join(self.texts)}>"

    def __str__(self) -> str:
        return "\n\n".join(self.texts.values())

    def _repr_html_(self) -> str:
        figures = "".join(
            f"<figure><figcaption>{html.escape(f'{self.axis}: {name}')}</figcaption>"
            f'<pre tabindex="0">{_colored(text)}</pre></figure>'
            for name, text in self.texts.items()
        )
        return (
            f'<div class="lab"><style>{theme().css()}{CSS}</style>'
            f'<div class="lab-sources">{figures}</div></div>'
        )


def of(axis: str, *names: str) -> Sources:
    """The source of the rivals ``names`` of ``axis``. Raises ``UnknownNameError``."""
    import encoder

    designs.check(axis, *names)
    return Sources(axis=axis, texts={name: encoder.strategy_source(axis, name) for name in names})


def of_run(run: Run) -> Sources:
    """The source of the two designs in the first row of ``run``."""
    row = run.rows[0]
    return of(axis_of(row), *dict.fromkeys((row.baseline, designs.original(row.candidate))))


def axis_of(row: Row) -> str:
    """The axis on which both designs of ``row`` are rivals. Raises ``LabError`` where they differ in several.

    A row holds labels only, and two axes have a rival called direct; the pair tells which one is meant.
    """
    import encoder

    known = encoder.strategies()
    labels = (row.baseline, designs.original(row.candidate))
    for axis, names in known.items():
        if all(label in names for label in labels):
            return axis
    if stranger := next((one for one in labels if "=" not in one and not _is_rival(one, known)), ""):
        raise LabError(f"{stranger} is no design of the encoder, so there is no source of it to show here.")
    if "=" in row.baseline:
        raise LabError(
            f"{row.baseline} and {row.candidate} differ in several axes, so no two sources stand against each other. "
            "Compare designs that differ in one axis."
        )
    raise UnknownNameError("axis with these rivals", f"{row.baseline}, {row.candidate}", known)


def _is_rival(label: str, known: Mapping[str, Iterable[str]]) -> bool:
    return any(label in names for names in known.values())


def _colored(text: str) -> str:
    try:
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import PythonLexer
    except ImportError:
        return html.escape(text)
    return highlight(text, PythonLexer(), HtmlFormatter(nowrap=True, classprefix="lab-py-"))
