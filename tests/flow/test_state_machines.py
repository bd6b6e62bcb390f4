"""Host code that goes through phases: phases that are known, phases that are not, generators left early."""

from __future__ import annotations

import pytest
from libcst import parse_module

from cupylint.flow.domain.loop_carried import names_of, sketch, walk
from cupylint.program import ir
from cupylint.program.lower import lower


def _sketched(text: str) -> tuple[ir.Block, list[ir.If]]:
    module = lower(parse_module(text))
    (loop,) = [statement for statement in walk(module.body) if isinstance(statement, (ir.For, ir.While))]
    return loop.body, [statement for statement in walk(loop.body) if isinstance(statement, ir.If)]


@pytest.mark.parametrize(
    ("branch", "settled"),
    [
        ("if phase: break", True),
        ("if phase and ready:\n        s.synchronize()\n        break", True),
        ("if phase: print(phase)", True),
        ("if now > last:\n        log.info('alive')\n        last = now", True),
        ("if loss < best: best = loss", True),
        ("if phase: s.synchronize()", False),
        ("if phase: k = 0", False),
        ("if phase: continue", False),
        ("if phase: pass\n    else: load()", False),
    ],
)
def test_which_tests_leave_the_rounds_as_they_are(branch: str, settled: bool) -> None:
    body, tests = _sketched(f"while True:\n    {branch}\n    work()\n")
    outline = sketch(body)
    assert {id(test.test) in outline.settled for test in tests} == {settled}


def test_a_counter_is_no_state() -> None:
    body, _ = _sketched("while True:\n    i += 1\n    j = j + 2\n    k += 1\n    if k == 3: k = 0\n    m += n\n")
    assert sketch(body).counted == {"i", "j"}


def test_names_are_found_behind_calls() -> None:
    body, tests = _sketched("while True:\n    if table[decode(word)].kind == 3: load()\n")
    assert names_of(tests[0].test, sketch(body)) == {"table", "decode", "word"}
