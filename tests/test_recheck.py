"""A change inside a function is checked by the entries that lead into it; what is found is the same."""

from __future__ import annotations

import pytest

from cupylint import recheck
from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.recheck import changed_functions

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
