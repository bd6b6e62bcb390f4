"""A call that the simulator lacks costs its own finding, not those of the whole program."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.results import Verdict
from cupylint.runtime_checks.simulator import run
from tests.runtime.accesses import finding
from tests.verifying import verify_program

START = """\
import cupy as cp
import cupyx.distributed as lacking
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(64, dtype=cp.float32)
cp.cuda.Device().synchronize()
"""


PROGRAMS = {
    "a race after it": (
        "r = lacking.send(x)\ncp.cuda.Device().synchronize()\nwith s1:\n    y = x + 1\nwith s2:\n    z = y + 1\n",
        (10, "y"), (12, "y"), Verdict.CONFIRMED,
    ),
    "an order after it": (
        "r = lacking.send(x) * 2\nwith s1:\n    y = x + 1\ns1.synchronize()\nwith s2:\n    z = y + 1\n",
        (9, "y"), (12, "y"), Verdict.ORDERED,
    ),
    "perhaps it waits": (
        "with s1:\n    y = x + 1\n    r = lacking.send(x)\nwith s2:\n    z = y + 1\n",
        (8, "y"), (11, "y"), Verdict.NOT_SUPPORTED,
    ),
    "it is one of the two": (
        "with s1:\n    y = lacking.send(x)\ns1.synchronize()\nwith s2:\n    z = y + 1\n",
        (8, "y"), (11, "y"), Verdict.NOT_SUPPORTED,
    ),
    "the program looks at it, later": (
        "with s1:\n    y = x + 1\ns1.synchronize()\nwith s2:\n    z = y + 1\nprint(lacking.send(x))\n",
        (8, "y"), (11, "y"), Verdict.ORDERED,
    ),
    "the program looks at it, in a loop": (
        "for i in range(3):\n    with s1:\n        y = x + 1\n    s1.synchronize()\n    with s2:\n        z = y + 1\n"
        "    print(lacking.send(x))\n",
        (9, "y"), (12, "y"), Verdict.NOT_SUPPORTED,
    ),
    "the program looks at it before": (
        "print(lacking.send(x).shape)\nwith s1:\n    y = x + 1\nwith s2:\n    z = y + 1\n",
        (9, "y"), (11, "y"), Verdict.NOT_SUPPORTED,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PROGRAMS)
def test_only_what_depends_on_it_cannot_be_told(name: str, simulator: Backend, script: Callable[[str], Path]) -> None:
    text, earlier, later, verdict = PROGRAMS[name]
    path = str(script(START + text))
    [result] = verify_program(path, [finding(START + text, earlier, later)], simulator)
    assert result.verdict is verdict, result.evidence
    if verdict is Verdict.NOT_SUPPORTED:
        assert "cupyx.distributed.send" in result.evidence


@pytest.mark.parametrize(
    "text",
    [
        "r = lacking.send(x)\nr += 1\nr = -r + x @ r\nr[0] = x\ncp.add(x, r, out=x)\nq = cp.sum(r) + r.sum(axis=0)",
        "from cupyx.scipy.sparse import csr_matrix\nm = csr_matrix(x)\nx += 1\nm = m.T @ x\nm.dot(x)",
        "r = lacking.send(x)\nassert cp.get_array_module(r) is cp\nassert cp.asarray(r) is r",
    ],
)
def test_it_can_be_passed_on(text: str) -> None:
    report = run("program.py", source=START + text)
    assert (report.error, report.not_supported) == ("", "")
    assert report.lacking and not report.races


@pytest.mark.parametrize("look", ["bool(r)", "float(r)", "len(r)", "r.shape", "list(r)", "str(r)", "cp.asnumpy(r)"])
def test_it_cannot_be_looked_at(look: str) -> None:
    report = run("program.py", source=f"{START}r = lacking.send(x)\n{look}\n")
    assert report.not_supported == "cupyx.distributed.send" and report.row == 8


def test_vectorize_computes() -> None:
    source = "import cupy as cp\nf = cp.vectorize(lambda a, b: a * b + 1)\nprint(f(cp.arange(3), 2))\n"
    assert run("program.py", source=source).stdout.strip() == "[1 3 5]"
