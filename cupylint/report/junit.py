"""The ``junit`` format: a test case for each file that was checked, which has failed where there are findings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from cupylint import escape
from cupylint.counted import counted
from cupylint.findings import Finding
from cupylint.registry import UNREADABLE
from cupylint.report.page import Page
from cupylint.report.places import place, statement
from cupylint.report.text import shown

_NO_XML = re.compile("[\ufffe\uffff]")
"""Characters that no document of XML may hold, besides those that are harmful everywhere."""


def render(findings: Sequence[Finding], page: Page) -> str:
    """Return an XML document of one test suite."""
    found = {name: list(group) for name, group in groupby(findings, key=lambda finding: finding.filename)}
    names = sorted({*page.run.files, *found})
    cases = [_case(name, found.get(name, [])) for name in names]
    unread = sum(any(one.code == UNREADABLE for one in group) for group in found.values())
    counts = f'tests="{len(names)}" failures="{len(found) - unread}" errors="{unread}"'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="cupylint" {counts}>\n'
        f'  <testsuite name="cupylint" {counts}>\n{"".join(cases)}  </testsuite>\n</testsuites>\n'
    )


def _case(name: str, findings: Sequence[Finding]) -> str:
    start = f'    <testcase name="{_escaped(name)}" classname="cupylint"'
    if not findings:
        return f"{start}/>\n"
    kind = "error" if any(finding.code == UNREADABLE for finding in findings) else "failure"
    codes = ", ".join(sorted({finding.code for finding in findings}))
    count = counted(len(findings), "finding")
    text = "".join(f"{_line(finding)}\n" for finding in findings)
    return (
        f'{start} file="{_escaped(name)}">\n'
        f'      <{kind} type="{_escaped(codes)}" message="{count}: {_escaped(codes)}">{text}</{kind}>\n'
        "    </testcase>\n"
    )


def _line(finding: Finding) -> str:
    where = place(finding.filename, finding.location)
    address = f" ({finding.url})" if finding.url else ""
    return _escaped(f"{where}: {finding.code} [{finding.name}] {statement(finding)}{address}")


def _escaped(text: str) -> str:
    """`text` on one line of XML, as text or as the value of an attribute."""
    return _NO_XML.sub(lambda match: escape.visible(match[0]), escape.to_html(shown(text)))
