"""How findings are shown: one module per output format, each with ``render(findings, page) -> str``.

To add a format, add its module beside this one and its line to `_MODULES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module

from cupylint.findings import Finding
from cupylint.report.page import Page

# Imported when asked for, so that a run pays for one format only.
_MODULES: dict[str, str] = {
    "full": "cupylint.report.full",
    "concise": "cupylint.report.concise",
    "json": "cupylint.report.json_list",
}

FORMATS: tuple[str, ...] = tuple(_MODULES)


def render(
    findings: Iterable[Finding],
    *,
    output_format: str,
    sources: Callable[[str], str | None],
    color: bool,
    width: int,
    unicode: bool,
) -> str:
    """Return the report of ``findings`` in stable order; ends with a newline unless it is empty.

    ``sources`` gives a file's text by its name, None when it cannot be read. ``width`` counts
    terminal columns. ``unicode`` false keeps ``full`` and ``concise`` to ASCII. Raises `ValueError`
    for an unknown format.
    """
    if output_format not in _MODULES:
        raise ValueError(f"unknown output format {output_format!r}: use one of {', '.join(FORMATS)}")
    page = Page(sources=cache(sources), color=color, width=width, unicode=unicode)
    text: str = import_module(_MODULES[output_format]).render(sorted(findings, key=lambda one: one.sort_key), page)
    return text


def statistics(findings: Iterable[Finding]) -> str:
    """Return one line per code: count, code and name, most frequent first; empty without findings."""
    counts = Counter((finding.code, finding.name) for finding in findings)
    digits = max((len(str(count)) for count in counts.values()), default=0)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return "".join(f"{count:>{digits}}  {code}  {name}\n" for (code, name), count in ordered)
