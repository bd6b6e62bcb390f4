"""How findings are shown: one module per output format, each with ``render(findings, page) -> str``.

To add a format, add its module beside this one and its line to `_MODULES`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module

from cupylint.counted import counted
from cupylint.escape import to_json
from cupylint.findings import Finding, Severity
from cupylint.report.page import Page as Page
from cupylint.report.page import Run as Run

# Imported when asked for, so that a run pays for one format only.
_MODULES: dict[str, str] = {
    "full": "cupylint.report.full",
    "concise": "cupylint.report.concise",
    "json": "cupylint.report.json_list",
    "jsonl": "cupylint.report.json_lines",
    "sarif": "cupylint.report.sarif",
    "github": "cupylint.report.github",
    "gitlab": "cupylint.report.gitlab",
    "junit": "cupylint.report.junit",
    "html": "cupylint.report.html_page",
}

_MARKING = frozenset(("full", "concise", "json", "jsonl", "sarif"))
"""Formats that mark findings which something silences; the others leave them out."""

_OF_FINDINGS = frozenset(("full", "concise", "jsonl"))
"""Formats that are empty without findings, as most runs are: their modules are not imported then."""

FORMATS: tuple[str, ...] = tuple(_MODULES)


def render(findings: Iterable[Finding], output_format: str, page: Page) -> str:
    """Return the report of ``findings`` in stable order; ends with a newline unless it is empty.

    Raises:
        ValueError: there is no such format.
    """
    if output_format not in _MODULES:
        raise ValueError(f"unknown output format {output_format!r}: use one of {', '.join(FORMATS)}")
    told = [finding for finding in findings if not finding.suppressed or output_format in _MARKING]
    if not told and output_format in _OF_FINDINGS:
        return ""
    page = replace(page, sources=cache(page.sources), cells=cache(page.cells))
    text: str = import_module(_MODULES[output_format]).render(sorted(told, key=_order), page)
    return text


def _order(finding: Finding) -> tuple[object, ...]:
    """The order of findings; those of one place and code by what they say, so that it is the same in every run."""
    return (*finding.sort_key, finding.location, finding.message, repr(finding))


def statistics(findings: Iterable[Finding], *, as_json: bool = False) -> str:
    """Return one line per code: count, code and name, most frequent first; empty without findings.

    ``as_json`` gives a list of objects instead.
    """
    counts = Counter((finding.code, finding.name) for finding in findings)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if as_json:
        return to_json([{"code": code, "name": name, "count": count} for (code, name), count in ordered])
    digits = max((len(str(count)) for count in counts.values()), default=0)
    return "".join(f"{count:>{digits}}  {code}  {name}\n" for (code, name), count in ordered)


def closing(findings: Sequence[Finding]) -> str:
    """Return the line that ends a report for people, ``Found 3 errors and 1 warning in 2 files.``; "" without any."""
    counts = Counter(finding.severity for finding in findings)
    nouns: tuple[tuple[Severity, str], ...] = (("error", "error"), ("warning", "warning"), ("info", "remark"))
    told = [counted(counts[severity], noun) for severity, noun in nouns if counts[severity]]
    if not told:
        return ""
    last = told.pop()
    count = f"{', '.join(told)} and {last}" if told else last
    return f"Found {count} in {counted(len({finding.filename for finding in findings}), 'file')}.\n"
