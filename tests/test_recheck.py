"""A change inside a function is checked by the entries that lead into it; what is found is the same."""

from __future__ import annotations

import pytest

from cupylint import recheck
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.findings import Finding, Fix, Location, Premise
from cupylint.fix import verify
from cupylint.flow.driver import small_sizes
from cupylint.flow.driver.result import Result
from cupylint.flow.driver.subject import Subject
from cupylint.recheck import Part, Recheck, changed_functions

HELPER = """\
import cupy as cp
def scale(x):
    return x * 2

class Pipe:
    def run(self, x):
        y = x + 1
        return y
print(1)
"""


@pytest.mark.parametrize(
    ("old", "new", "functions"),
    [
        ("    return x * 2\n", "    wait()\n    return x * 2\n", {"scale"}),
        ("        y = x + 1\n", "", {"run"}),
        ("    return x * 2\n", "    return x * 3\n", {"scale"}),
        ("print(1)\n", "print(2)\n", None),
        ("def scale(x):\n", "def scale(x, y):\n", None),
        ("import cupy as cp\n", "import cupy as cp\nimport numpy\n", None),
        ("    return x * 2\n", "    return (\n", None),
    ],
    ids=["line put in", "line taken away", "line changed", "top level", "a signature", "an import", "does not parse"],
)
def test_functions_that_a_change_lies_in(old: str, new: str, functions: set[str] | None) -> None:
    assert changed_functions(HELPER, HELPER.replace(old, new)) == (None if functions is None else frozenset(functions))


def _racy(name: str, pad: int) -> str:
    lines = "".join(f"    x{number} = cp.zeros(8) + {number}\n" for number in range(pad))
    return f"""
def {name}(n):
    a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
{lines}    with a:
        x = cp.zeros(n)
    with b:
        y = x + 1
    b.synchronize()
    return y
"""


SEVERAL = "import cupy as cp\n" + "".join(_racy(name, pad) for name, pad in (("one", 2), ("two", 30), ("three", 30)))


def test_only_the_entries_of_the_changed_function_are_followed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[frozenset[str] | None] = []
    entries = recheck.Recheck._entries
    monkeypatch.setattr(recheck.Recheck, "_entries", lambda self, text: asked.append(entries(self, text)) or asked[-1])
    found = check_bytes(SEVERAL.encode(), "several.py", Settings())
    assert {finding.code for finding in found} == {"CUP101"}
    assert len(found) == 3 and all(finding.fix is not None and finding.fix.verified for finding in found)
    assert asked and all(part is not None and len(part) == 1 for part in asked)


def test_the_same_fixes_as_with_everything_followed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    partly = check_bytes(SEVERAL.encode(), "several.py", Settings())
    monkeypatch.setattr(recheck.Recheck, "_entries", lambda self, text: None)
    assert check_bytes(SEVERAL.encode(), "several.py", Settings()) == partly


BOTH = """\
import cupy as cp

def f(A):
    h2d, comp = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    buf = cp.empty((2, 100, 100))
    cp.cuda.Device().synchronize()
    n = len(A)
    for i in range(n - 2, -1, -1):
        with comp:
            y = buf[(i + 1) % 2] @ buf[(i + 1) % 2]
        buf[i % 2].set(A[i], stream=h2d)
        comp.wait_event(h2d.record())
    cp.cuda.Device().synchronize()
    with comp:
        z = cp.ones(9)
    with h2d:
        z += 1
    cp.cuda.Device().synchronize()
    return y, z
"""
"""A race for six items, and one for any number."""


@pytest.fixture
def followed(interpreted: None, monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The number that each analysis takes for sizes, in order."""
    asked: list[int | None] = []
    analyse = small_sizes.analyse_once

    def noted(subject: Subject) -> Result:
        asked.append(None if subject.concrete_size is None else subject.concrete_size.number)
        return analyse(subject)

    monkeypatch.setattr(small_sizes, "analyse_once", noted)
    return asked


def test_a_fix_is_checked_where_the_premises_of_its_finding_hold(followed: list[int | None]) -> None:
    found = check_bytes(BOTH.encode(), "both.py", Settings())
    assert [(one.location.row, [premise.size for premise in one.premises]) for one in found] == [(11, [6]), (17, [])]
    assert all(one.fix is not None and one.fix.verified for one in found)
    assert followed[:3] == [None, 6, 2]
    assert sorted(map(str, followed[3:])) == ["6", "None"]  # each once: what there is without the change is known


def test_what_was_found_without_the_change_is_not_looked_for_again(followed: list[int | None]) -> None:
    found = check_bytes(SEVERAL.encode(), "several.py", Settings())
    assert len(found) == 3 and all(one.fix is not None for one in found)
    assert len(followed) == 1 + len(found)


TWO_CALL_ONE = """\
import cupy as cp

def helper(x, a):
    with a:
        x += 1

def one(n):
    a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(n)
    cp.cuda.Device().synchronize()
    with b:
        x *= 2
    helper(x, a)
    cp.cuda.Device().synchronize()

def two(n):
    a = cp.cuda.Stream(non_blocking=True)
    x = cp.zeros(n)
    cp.cuda.Device().synchronize()
    helper(x, a)
    cp.cuda.Device().synchronize()
    with a:
        y = x + 1
    with cp.cuda.Stream(non_blocking=True):
        z = y + 1
    cp.cuda.Device().synchronize()
"""
"""Two entries lead to the place of the first finding, one to that of the second."""


def test_where_several_entries_lead_to_a_finding_those_of_a_fix_are_followed_alone(
    followed: list[int | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = check_bytes(TWO_CALL_ONE.encode(), "two.py", Settings())
    assert [one.location.row for one in found] == [5, 25]
    several = len(followed)
    monkeypatch.setattr(recheck.Recheck, "_known", lambda self, part: None)
    assert check_bytes(TWO_CALL_ONE.encode(), "two.py", Settings()) == found
    assert len(followed) - several >= several


def test_the_same_edit_is_tried_once() -> None:
    asked: list[str] = []

    def analyse(changed: str, part: Part) -> list[Finding]:
        asked.append(changed)
        return []

    check = Recheck(HELPER, Result(), [], lambda facts: [], analyse)
    changed = HELPER.replace("y = x + 1", "y = x + 2")
    assert check(changed, ()) == check(changed, ()) == ([], [])
    assert asked.count(changed) == 1


def test_where_a_finding_is_not_met_again_no_fix_is_offered() -> None:
    finding = Finding("CUP101", "n", "error", "m", Location(2, 1, 2, 2), "a.py", candidates=(Fix("wait()", 2),))
    other = Finding("CUP101", "n", "error", "m", Location(9, 1, 9, 2), "a.py")
    text = "def wait(): ...\n" + "\n" * 11
    assert verify(finding, "a.py", text, lambda changed, premises: ([finding], [])).fix is not None
    assert verify(finding, "a.py", text, lambda changed, premises: ([other], [])).fix is None


def test_a_check_knows_what_its_finding_rests_on() -> None:
    premise = Premise("size", "n is 6", 6, ("n",))
    finding = Finding(
        "CUP101", "n", "error", "m", Location(2, 1, 2, 2), "a.py", premises=(premise,), candidates=(Fix("wait()", 2),)
    )
    asked: list[tuple[Premise, ...]] = []
    verify(finding, "a.py", "def wait(): ...\n\n", lambda changed, premises: asked.append(premises))
    assert asked == [(premise,)]
