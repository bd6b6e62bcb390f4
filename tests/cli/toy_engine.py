"""A stand-in for the engine with rules that look for words. Importable by worker processes, too."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator

from cupylint import selectors, suppress
from cupylint.config import Settings
from cupylint.findings import Finding, Location
from cupylint.rule import Diagnosis, Rule


def _never(fact: object) -> Iterator[Diagnosis]:
    return iter(())


def _rule(code: str, name: str, default: bool, text: str) -> Rule:
    return Rule(_never, code, name, "warning", text, default=default)


RULES = (
    _rule("CUP101", "unordered-read", True, "A read races with a write.\n\n## Example\n\n```bad\nracy()\n```\nEnd."),
    _rule("CUP102", "unordered-write", True, "Two writes race."),
    _rule("CUP201", "slow-copy", False, "A copy that waits."),
    _rule("CUP900", "unreadable-file", True, "The file cannot be parsed."),
)
"""Each rule finds its own name in the text, once a line."""


def check_bytes(data: bytes, filename: str, settings: Settings, workspace: object) -> list[Finding]:
    """Findings for the words of `RULES`; ``raise-now``, ``die-now`` and ``sleep-long`` do so."""
    text = data.decode()
    if "raise-now" in text:
        raise RuntimeError("a toy\nis broken")
    if "die-now" in text:
        os._exit(3)
    if "sleep-long" in text:
        time.sleep(60)
    found = [
        Finding(rule.code, rule.name, "warning", rule.summary, Location(row, at, row, at + len(rule.name)), filename)
        for row, line in enumerate(text.splitlines(), 1)
        for rule in RULES
        if selectors.enabled(rule.code, rule.name, rule.default, settings, filename)
        if (at := line.find(f"{rule.name}()") + 1)
    ]
    return suppress.apply(found, text, RULES)
