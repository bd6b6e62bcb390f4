"""A test that is asked twice comes out alike: work under it and a wait under it belong together.

Conditions are made of tests of parameters with ``and``, ``or`` and ``not``. Between the two stand loops, tests and
handlers, which split paths and join them again.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from libcst import CSTNode

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.flow.device import arrays
from cupylint.flow.domain.state import State
from cupylint.flow.domain.values import Value
from cupylint.flow.interp.interpreter import Interpreter

PARAMETERS = "n, m, flag, mode, opt, items, on"
ATOMS = st.sampled_from(
    [
        "n > 16", "n < 4096", "m > 4", "m < n", "flag", "not flag", "on", 'mode in ("fast", "slow")',
        "opt is None", "opt is not None", "opt", "len(items) > 30", "items", "not items", "isinstance(mode, str)",
    ]
)  # fmt: skip
CONDITIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: "({}) {} ({})".format(*parts)),
        inner.map(lambda part: f"not ({part})"),
    ),
    max_leaves=3,
)
MIDDLES = st.lists(
    st.sampled_from(
        [
            "total = 0\nfor i in range(n):\n    total += i",
            "for item in items:\n    print(item)",
            "kept = [i * 2 for i in range(m)]",
            "k = 0\nwhile k < n:\n    k += 1",
            'if opt is None:\n    print("none")',
            "try:\n    value = load(mode)\nexcept OSError:\n    value = 3",
            "if flag:\n    print(1)\nelif on:\n    print(2)\nelse:\n    print(3)",
            "value = 3 if on else 4",
        ]
    ),
    max_size=2,
)
WAYS = st.sampled_from(["plain", "stored", "function", "number", "method", "left early", "flag"])


def _program(condition: str, way: str, middles: list[str], wait: str) -> str:
    """Work on a stream under `condition`, and a wait under `wait`, or under what `way` keeps of the condition."""
    head, asked, before, after = "", condition, "", ""
    if way == "stored":
        before, asked = f"use = {condition}", "use"
    elif way == "number":
        before, asked = f"steps = 1 if {condition} else 0", "steps"
    elif way == "function":
        head, asked = f"def wants({PARAMETERS}):\n    return {condition}\n", f"wants({PARAMETERS})"
    elif way == "flag":
        before, after = "begun = False", "begun = True"
    last = wait or ("begun" if way == "flag" else asked)
    work = f"if {asked}:\n    with s:\n        x += 1\n    {after or 'pass'}"
    end = f"if {last}:\n    s.synchronize()"
    if way == "left early":
        end = f"if not ({last}):\n    return float(x.sum())\ns.synchronize()"
    body = "\n".join(filter(None, [_BEGIN, before, work, *middles, end, "return float(x.sum())"]))
    start = f"import cupy as cp\n{head}"
    if way == "method":
        return f"{start}class Job:\n    def run(self, {PARAMETERS}):\n{_indented(body, 8)}\n"
    return f"{start}def main({PARAMETERS}):\n{_indented(body, 4)}\n"


_BEGIN = "s = cp.cuda.Stream(non_blocking=True)\nx = cp.zeros(1 << 20)\ncp.cuda.Device().synchronize()"


def _indented(text: str, by: int) -> str:
    return "\n".join(" " * by + line for line in text.splitlines())


def _codes(program: str) -> list[str]:
    return [finding.code for finding in check_bytes(program.encode(), "program.py", Settings())]


@settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(CONDITIONS, WAYS, MIDDLES)
def test_the_same_test_twice(condition: str, way: str, middles: list[str]) -> None:
    program = _program(condition, way, middles, "")
    assert _codes(program) == [], program


IN_ROUNDS = """\
import cupy as cp
def main(n, every, flag, check):
    s = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(1 << 20)
    cp.cuda.Device().synchronize()
    for i in {rounds}:
        if {test}:
            with s:
                x += 1
        if {wait}:
            s.synchronize()
        print(float(x.sum()))
    s.synchronize()
"""


@pytest.mark.parametrize("rounds", ["range(3)", "range(7)", "range(20)", "range(n)"])
@pytest.mark.parametrize(
    "test",
    ["i % every == 0", "(i + 1) % every == 0 and flag", "flag or i % every == 0", "i > every", "not flag", "n > 4096"],
)
def test_the_same_test_in_each_round(test: str, rounds: str) -> None:
    """More paths than are kept: those that are joined are told apart by the test."""
    assert _codes(IN_ROUNDS.format(rounds=rounds, test=test, wait=test)) == []
    assert "CUP103" in _codes(IN_ROUNDS.format(rounds=rounds, test=test, wait="check(i)"))


@settings(max_examples=50, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(ATOMS, WAYS, MIDDLES)
def test_another_test(condition: str, way: str, middles: list[str]) -> None:
    program = _program(condition, way, middles, "other(mode)")
    assert "CUP103" in _codes(program), program


@pytest.mark.usefixtures("interpreted")
def test_work_in_a_test_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a size is taken to be the number of rounds, and tests are asked of the size."""
    done: list[str] = []
    elementwise = arrays.elementwise

    def counted(interpreter: Interpreter, state: State, node: CSTNode, *rest: Any, **options: Any) -> Value:
        done.append(rest[1])
        return elementwise(interpreter, state, node, *rest, **options)

    monkeypatch.setattr(arrays, "elementwise", counted)
    _codes(
        "import cupy as cp\ndef main(n):\n    s = cp.cuda.Stream(non_blocking=True)\n    print(*range(n))\n"
        "    with s:\n        x = cp.zeros(9)\n        print(x * 2 > n)\n"
    )
    assert done == ["*", ">"]
