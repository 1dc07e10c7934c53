"""Which few notes below a table say what many remarks on its rows say?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lab.model import Remark, Row

_SUMS = {
    "few_samples": "Too few pairs to decide.",
    "outliers": "Some paired ratios are outliers; they are kept.",
    "multimodal": "The samples have several peaks.",
    "min_disagrees": "The fastest samples and the median disagree: run it again.",
    "loaded": "Other programs kept {} processors busy while this was timed.",
    "not_steady": "Some calls asked for other bytes than those shown: something kept between calls grew.",
    "holm": "Decided by itself, but not after Holm's adjustment over all rows of this table.",
}
"""What remarks of one code share, once their figures differ; ``{}`` is the range of their first figure."""

Notes = tuple[dict[Remark, int], tuple[str, ...]]


def of_rows(rows: Iterable[Row]) -> Notes:
    """The footnote number of each remark, and the footnotes: one for each kind of remark.

    Twenty lines below a table would be read by nobody. The hints of a page, the CSV and the JSON keep every
    remark with its own figures.
    """
    kinds: dict[str, list[Remark]] = {}
    for remark in (remark for row in rows for remark in row.remarks):
        kinds.setdefault(remark.code, []).append(remark)
    marks: dict[Remark, int] = {}
    notes: list[str] = []
    for code, remarks in kinds.items():
        different = list(dict.fromkeys(remarks))
        groups = [different] if code in _SUMS or len(different) > 3 else [[remark] for remark in different]
        for group in groups:
            sign = "⚠ " if any(remark.severity == "warning" for remark in group) else ""
            notes.append(sign + _told(code, [remark.text for remark in group], rows=len(remarks)))
            marks.update(dict.fromkeys(group, len(notes)))
    return marks, tuple(notes)


def _told(code: str, texts: list[str], *, rows: int) -> str:
    if len(texts) == 1:
        return texts[0]
    if code not in _SUMS:
        return f"{texts[0]} {rows - 1} more rows have a like remark."
    figures = sorted((float(found[0]), found[0]) for text in texts if (found := re.findall(r"\d+\.?\d*", text)))
    span = "–".join(dict.fromkeys(text for _, text in (figures[0], figures[-1]))) if figures else "some"
    return _SUMS[code].replace("{}", span)
