"""Each rule and each detector can be left out: the findings of all others stay as they are. A rule can be the only one.

But for fixes: one is offered if no finding of a chosen rule is gained by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from cupylint import source
from cupylint.config import Settings
from cupylint.converters import converting
from cupylint.engine import check_bytes, findings_of, place_facts
from cupylint.findings import Finding
from cupylint.flow import Subject
from cupylint.flow.detectors.table import DETECTORS
from cupylint.flow.domain.detector import Detector
from cupylint.flow.driver.analysis import analyse
from cupylint.program import Program
from cupylint.registry import rules
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


# -- detectors -------------------------------------------------------------------------------------


class Followed:
    """A program that is followed for some detectors, with all that can be asked for."""

    def __init__(self, case: Case) -> None:
        tree = source.standard_tree(case.text)
        self._program = Program(case.text)
        self._model = replace(
            case.model,
            all_functions=True,
            savings=True,
            conversions=True,
            launches=True,
            converting=frozenset() if tree is None else converting(tree),
        )

    def findings(self, detectors: Sequence[type[Detector]]) -> list[Finding]:
        """What all rules say of what these find."""
        result = analyse(Subject(self._program.body, self._model), detectors)
        assert result.failed == []
        place_facts([("program.py", self._program)], result.facts)
        return findings_of(list(rules()), result.facts, "program.py", Settings(min_confidence="low"))


def _left_out(case: Case, detectors: Sequence[type[Detector]]) -> set[type[Detector]]:
    """Leave each of these out: only what it finds alone may be missing then. Those that tell anything."""
    followed, telling = Followed(case), set()
    everything = followed.findings(DETECTORS)
    for detector in detectors:
        left = followed.findings([each for each in DETECTORS if each is not detector])
        missing = [finding for finding in everything if finding not in left]
        assert [finding for finding in left if finding not in everything] == [], (case.name, detector)
        if missing:
            telling.add(detector)
            alone = followed.findings([detector])
            assert [finding for finding in missing if finding not in alone] == [], (case.name, detector)
    return telling


@pytest.mark.parametrize("case", FIRST[1::2], ids=lambda case: case.code)
def test_all_without_a_detector(case: Case) -> None:
    _left_out(case, DETECTORS)


@pytest.mark.slow
def test_the_same_for_all_detectors_and_programs() -> None:
    """Of the first program with each mistake all are left out; of the others those that tell of such mistakes."""
    telling: dict[str, set[type[Detector]]] = {}
    for number, case in enumerate(sorted(CHECKED, key=lambda case: not case.bad)):
        turn = DETECTORS[number % len(DETECTORS)]
        known = telling.get(case.code)
        found = _left_out(case, DETECTORS if known is None else [*{*known, turn}])
        telling.setdefault(case.code, found)
