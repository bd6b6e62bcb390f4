"""Rules that are not about the order of two accesses, proven on programs in the simulator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cupylint import registry
from cupylint.findings import Finding, Location, Related, Side
from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.jobs import Watched
from cupylint.runtime_checks.proofs import PROOFS, judged
from cupylint.runtime_checks.results import Verdict
from tests.runtime.accesses import place
from tests.verifying import verify_program

DOCS = Path(__file__).resolve().parents[2] / "docs" / "verify.md"
START = """\
import sys
import cupy as cp
import numpy as np
s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones(64, dtype=cp.float32)
cp.cuda.Device().synchronize()
"""
NEVER_RECORDED = """\
event = cp.cuda.Event()
if len(sys.argv) > 1:
    event.record(s1)
s2.wait_event(event)  # here
"""
NONE = """\
event = cp.cuda.Event().record(s1)  # here
try:
    event.synchronize()
except AttributeError:
    print("caught")
"""
LOST = """\
def double(values):
    with cp.cuda.Stream(non_blocking=True):
        result = cp.sqrt(values)
    if len(sys.argv) > 1:
        cp.cuda.Device().synchronize()
    return result  # here


print(double(x).shape)
"""
NO_WORK = "with s1:\n    y = x + 1\ncp.cuda.Stream(non_blocking=True).synchronize()  # here\n"
NO_NAME = "try:\n    cp.cuda.synchronize()  # here\nexcept AttributeError:\n    pass\n"
CONVERTED = "def total(values):\n    return np.asarray(values)  # here\nif len(sys.argv) < 2:\n    total(x)\n"
GRID = """\
kernel = cp.RawKernel("extern \\"C\\" __global__ void k(float* x) { x[0] = 1; }", "k")
kernel(4, 4, (x,))  # here
"""
SPINS = """\
spin = cp.RawKernel(
    'extern "C" __global__ void spin(volatile int* flag) { while (*flag != 1) {} }', "spin"
)
idle = cp.RawKernel('extern "C" __global__ void idle(int* flag) { while (*flag == 7) {} }', "idle")
flag = cp.zeros(1, dtype=cp.int32)
flag[0] = 2  # loads the kernel of the write: to load one waits for all that runs
cp.cuda.Device().synchronize()
spin((1,), (1,), (flag,), stream=s1)
with s1 if len(sys.argv) < 2 else s2:
    flag[0] = 1  # here
cp.cuda.Device().synchronize()
"""
PLAN = "import cupy.fft\nz = cp.ones(4099, dtype=cp.complex64)\ncp.cuda.Device().synchronize()\n"
PLAN += "with s1:\n    a = cp.fft.fft(z)\nwith s2:\n    b = cp.fft.fft(z)  # here\n"


@pytest.mark.parametrize(
    ("code", "text", "arguments", "verdict"),
    [
        ("CUP105", NEVER_RECORDED, [], Verdict.CONFIRMED),
        ("CUP105", NEVER_RECORDED, ["record"], Verdict.ORDERED),
        ("CUP106", NONE, [], Verdict.CONFIRMED),
        ("CUP110", LOST, [], Verdict.CONFIRMED),
        ("CUP110", NO_WORK, [], Verdict.CONFIRMED),
        ("CUP112", PLAN, [], Verdict.CONFIRMED),
        ("CUP207", CONVERTED, [], Verdict.CONFIRMED),
        ("CUP207", CONVERTED, ["not"], Verdict.NOT_REACHED),
        ("CUP301", NO_NAME, [], Verdict.CONFIRMED),
        ("CUP309", GRID, [], Verdict.CONFIRMED),
    ],
)
def test_a_finding_is_proven(
    simulator: Backend, script: Callable[[str], Path], code: str, text: str, arguments: list[str], verdict: Verdict
) -> None:
    """Also where the program catches the error, as a test runner does."""
    text = START + text
    lines = text.splitlines()
    row = next(number for number, line in enumerate(lines, 1) if "# here" in line)
    work = place(text, row - 3, "cp.sqrt(values)") if text.endswith(LOST) else None
    found = Finding(
        code,
        "",
        "error",
        "CuPy has no `cp.cuda.synchronize`",
        place(text, row, lines[row - 1].partition("  #")[0].strip()),
        related=(Related(work, "written"),) if work else (),
    )
    if code == "CUP112":
        first, last = place(text, row - 2, "cp.fft.fft(z)"), place(text, row, "cp.fft.fft(z)")
        found = replace(found, accesses=(Side(first, "", "write", "s1"), Side(last, "", "write", "s2")))
    [result] = verify_program(str(script(text)), [found], simulator, arguments)
    assert (result.verdict, result.code, result.row) == (verdict, code, row), result.evidence
    assert f"line {row}" in result.evidence or code in ("CUP106", "CUP110")


@pytest.mark.parametrize(
    ("code", "seen", "backend", "verdict"),
    [
        ("CUP301", Watched(True, ("TypeError: f() takes 2 positional arguments",)), "cuda", "ENDS"),
        ("CUP301", Watched(False), "cuda", "NOT_REACHED"),
        ("CUP301", Watched(True, lacks="cupy.cuda.name"), "simulator", "NOT_SUPPORTED"),
        ("CUP309", Watched(True), "cuda", "INCONCLUSIVE"),
        ("CUP312", Watched(True), "simulator", "NOT_SUPPORTED"),
        ("CUP206", Watched(True), "simulator", "INCONCLUSIVE"),
        ("CUP206", Watched(True, ("CUDARuntimeError: cudaErrorInitializationError (line 9)",)), "cuda", "CONFIRMED"),
        ("CUP105", Watched(True), "cuda", "NOT_SUPPORTED"),
    ],
)
def test_what_was_watched(code: str, seen: Watched, backend: str, verdict: str) -> None:
    found = Finding(code, "", "error", "CuPy has no `cp.name`: use another", Location(1, 1, 1, 5))
    assert judged(found, seen, backend).verdict == verdict


@pytest.mark.parametrize(
    "message", ["the grid of f is None, and has to be a tuple", "the block of f is None, and so on"]
)
def test_no_launch_without_an_error_has_such_a_grid_or_block(message: str) -> None:
    found = Finding("CUP309", "", "error", message, Location(1, 1, 1, 5))
    assert judged(found, Watched(True), "cuda").verdict == "ENDS"


@pytest.mark.parametrize(
    ("code", "text", "arguments", "verdict", "evidence"),
    [
        (
            "CUP303",
            "sets the flag that spin polls",
            (),
            "HANGS",
            "the host waits for spin, which never ends, at line 17",
        ),
        ("CUP303", "sets the flag that spin polls", ("x",), "ENDS", "line 16 was executed"),
        ("CUP304", "idle polls *flag", ("x",), "NOT_REACHED", "the kernel of line 16 was not launched"),
        ("CUP304", "idle polls *flag", (), "FAILED", "the program failed before: the host waits"),
        (
            "CUP306",
            "the loop sees nothing",
            (),
            "INCONCLUSIVE",
            "the host waits for spin, which never ends, at line 17",
        ),
    ],
)
def test_a_kernel_that_never_ends(
    script: Callable[[str], Path],
    simulator: Backend,
    code: str,
    text: str,
    arguments: tuple[str, ...],
    verdict: str,
    evidence: str,
) -> None:
    program = START + SPINS
    row = next(number for number, line in enumerate(program.splitlines(), 1) if line.endswith("# here"))
    found = Finding(code, "", "error", text, place(program, row, "flag[0] = 1"))
    [result] = verify_program(str(script(program)), [found], simulator, arguments)
    assert (result.verdict.name, result.expected) == (verdict, "HANGS")
    assert result.evidence.startswith(evidence)


@pytest.mark.parametrize(
    ("seen", "backend", "verdict"),
    [
        (Watched(True, kernels=(("k", ""),), stuck=("k",), waits="line 9"), "simulator", "HANGS"),
        (Watched(True, kernels=(("j", ""),), stuck=("j",), waits="line 9", here=True), "simulator", "HANGS"),
        (Watched(True, kernels=(("k", "the kernel k uses a texture"),)), "simulator", "NOT_SUPPORTED"),
        (Watched(True, kernels=(("k", ""),)), "cuda", "INCONCLUSIVE"),
    ],
)
def test_what_was_seen_of_a_kernel(seen: Watched, backend: str, verdict: str) -> None:
    found = Finding("CUP305", "", "error", "k: some threads skip the barrier", Location(1, 1, 1, 5))
    assert judged(found, seen, backend).verdict == verdict


def test_every_rule_has_its_proof_and_the_documentation_says_so() -> None:
    assert set(PROOFS) == {rule.code for rule in registry.rules()} | {"CUP900", "CUP901", "CUP902", "CUP903"}
    text = DOCS.read_text(encoding="utf-8")
    rows = {code: line for line in text.splitlines() if line.startswith("| CUP") for code in line.split("|")[1].split()}
    for code, proof in PROOFS.items():
        assert f"| {proof.how} |" in rows[code], code
