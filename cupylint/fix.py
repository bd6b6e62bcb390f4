"""Fixes are offered only after the fixed source was analysed again and found clean there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cupylint import source
from cupylint.findings import Finding, Fix

if TYPE_CHECKING:
    from cupylint.config import Settings
    from cupylint.rule import Rule


def verify(finding: Finding, text: str, rules: list[Rule], settings: Settings) -> Finding:
    """The finding with the first of its candidate fixes that removes it, or with none."""
    from cupylint.engine import check_text

    before = _keys(check_text(text, finding.filename, rules, settings, fixes=False)) if finding.candidates else {}
    for fix in finding.candidates:
        try:
            changed = insert(text, fix)
            after = _keys(check_text(changed, finding.filename, rules, settings, fixes=False))
        except (source.UnreadableSource, RecursionError):
            continue
        row = finding.location.row + (1 if fix.before_row <= finding.location.row else 0)
        gone = (finding.code, row, finding.location.column) not in after
        if gone and len(after) < len(before):
            return replace(finding, fix=replace(fix, verified=True), candidates=())
    return replace(finding, candidates=())


def insert(text: str, fix: Fix) -> str:
    """`text` with the line of the fix put in, indented like the line it stands before."""
    lines = text.splitlines(keepends=True)
    line = lines[fix.before_row - 1]
    indent = line[: len(line) - len(line.lstrip())].rstrip("\r\n")
    ending = "\r\n" if line.endswith("\r\n") else "\n"
    return "".join([*lines[: fix.before_row - 1], f"{indent}{fix.code}{ending}", *lines[fix.before_row - 1 :]])


def _keys(findings: list[Finding]) -> set[tuple[str, int, int]]:
    return {(item.code, item.location.row, item.location.column) for item in findings}
