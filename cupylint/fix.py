"""Fixes are offered only after the fixed source was analysed again and found clean there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cupylint.findings import Finding, Fix
from cupylint.source import UnreadableSource, split_rows

Check = Callable[[str], list[Finding] | None]


def verify(finding: Finding, text: str, found: list[Finding], check: Check) -> Finding:
    """The finding with the first of its candidate fixes that removes it, or with none.

    Args:
        text: the source; `found` are all findings in it.
        check: gives the findings of a changed source, None when it will not look at more of them.
    """
    before = _keys(found)
    for fix in finding.candidates:
        try:
            changed = check(insert(text, fix))
        except (UnreadableSource, RecursionError):
            continue
        if changed is None:
            break
        after = _keys(changed)
        row = finding.location.row + (1 if fix.before_row <= finding.location.row else 0)
        if (finding.code, row, finding.location.column) not in after and len(after) < len(before):
            return replace(finding, fix=replace(fix, verified=True), candidates=())
    return replace(finding, candidates=())


def insert(text: str, fix: Fix) -> str:
    """`text` with the line of the fix put in, indented like the line it stands before."""
    lines = split_rows(text)
    line = lines[fix.before_row - 1]
    indent = line[: len(line) - len(line.lstrip())].rstrip("\r\n")
    ending = "\r\n" if line.endswith("\r\n") else "\n"
    return "".join([*lines[: fix.before_row - 1], f"{indent}{fix.code}{ending}", *lines[fix.before_row - 1 :]])


def _keys(findings: list[Finding]) -> set[tuple[str, int, int]]:
    return {(item.code, item.location.row, item.location.column) for item in findings}
