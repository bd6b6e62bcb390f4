"""Each rule can be left out, and be the only one: the findings of all others, or its own, stay as they are.

But for their fixes: one is offered if no finding of a chosen rule is gained by it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding
from cupylint.runtime_checks.cases import Case
from tests.bundled import CASES

CHECKED = [case for case in CASES if not case.later]
FIRST = sorted({case.code: case for case in reversed(CHECKED) if case.bad}.values(), key=lambda case: case.code)[::4]
"""Programs with mistakes, one for every fourth rule; all programs take half a minute."""


def _findings(case: Case, **selection: tuple[str, ...]) -> list[Finding]:
    found = check_bytes(case.path.read_bytes(), case.path.name, Settings(model=case.model, **selection))  # type: ignore[arg-type]
    return [replace(finding, fix=None) for finding in found]


def _check(case: Case) -> None:
    everything = _findings(case, extend_select=(case.code,))
    for code in {finding.code for finding in everything} | {case.code}:
        alone = _findings(case, select=(code,))
        assert alone == [finding for finding in everything if finding.code == code]
        without = _findings(case, extend_select=(case.code,), ignore=(code,))
        assert without == [finding for finding in everything if finding.code != code]


@pytest.mark.parametrize("case", FIRST, ids=lambda case: case.code)
def test_a_rule_alone_and_all_without_it(case: Case) -> None:
    _check(case)


@pytest.mark.slow
def test_the_same_for_all_programs() -> None:
    for case in CHECKED:
        _check(case)
