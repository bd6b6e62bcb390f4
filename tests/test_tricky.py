"""Programs that look racy and are not, and the other way round; written without looking at the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_text
from cupylint.options import ModelOptions
from cupylint.registry import rules
from cupylint.source import deep_recursion

FOLDER = Path(__file__).parent / "tricky"
EXPECT = re.compile(r"# expect: ([\w, ]+)")
MISSED = {
    "178_r_cache_key_error": "a KeyError of a dict is no edge to a handler",
    "180_r_long_while_true_break": "a loop of more rounds than are followed leaves doubt",
}
"""Races that are known to be missed, and why."""


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_verdict(path: Path) -> None:
    """Exactly the marked lines have findings."""
    text = path.read_text(encoding="utf-8")
    expected = {
        (row, code.strip())
        for row, line in enumerate(text.splitlines(), 1)
        if (match := EXPECT.search(line))
        for code in match.group(1).split(",")
    }
    settings = Settings(model=ModelOptions(every_access=True))
    with deep_recursion():
        found = check_text(text, path.name, [rule for rule in rules() if rule.default], settings, fixes=False)
    certain = {(finding.location.row, finding.code) for finding in found if finding.certain}
    if path.stem in MISSED:
        assert expected and not certain
    else:
        assert certain == expected
