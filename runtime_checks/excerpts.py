"""Lines of source around the places that a page is about, as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cupylint.escape import to_html as escape

STYLE = """
pre span.first{background:var(--shut);width:max-content;min-width:100%}pre span.gap{color:var(--soft)}
pre b{font-weight:400;color:var(--soft);font-family:system-ui,sans-serif;font-size:12px;padding-left:1.5rem}
"""

_LINE_END = re.compile(r"\r\n|\r|\n")
_LONGEST = 400  # characters of a line


def excerpt(text: str, marked: Mapping[int, tuple[str, str]], title: str, before: int, after: int) -> str:
    """The lines of `text` near those that are marked, with gaps between; "" without any.

    Args:
        marked: by row, the kind of mark ("here", "first") and what stands beside the line.
        title: what a screen reader says.
        before, after: how many lines around each.
    """
    lines = _LINE_END.split(text.removeprefix("\ufeff").rstrip())
    wanted = sorted(
        {
            row
            for here in marked
            for row in range(max(1, here - before), min(len(lines), here + after) + 1)
            if here <= len(lines)
        }
    )
    shown, last = [], 0
    for row in wanted:
        if last and row > last + 1:
            shown.append('<span class="gap">  ...</span>')
        last = row
        kind, beside = marked.get(row, ("", ""))
        mark = f' class="{kind}"' if kind else ""
        note = f"<b>{escape(beside)}</b>" if beside else ""
        code = escape(lines[row - 1].expandtabs(4)[:_LONGEST])
        shown.append(f"<span{mark}><i>{row:>4}</i>  {code}{note}</span>")
    if not shown:
        return ""
    return f'<pre class="wide" tabindex="0" role="group" aria-label="{escape(title)}">{"".join(shown)}</pre>'
