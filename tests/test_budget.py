"""Whatever a file holds, looking at it ends soon, says where it stopped, and keeps what was found before."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cupylint import engine
from cupylint.budget import Budget, Spent, resident
from cupylint.config import ConfigError, Settings, from_table
from cupylint.engine import check_bytes
from cupylint.findings import Finding

RACE = """\
import cupy as cp

def first(n):
    one, other = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    with one:
        x = cp.ones(n)
    with other:
        y = x + 1
"""


def nested_while(depth: int) -> str:
    """Loops over device arrays in loops: each level multiplies the work."""
    lines = [f"{'    ' * level}while x:" for level in range(1, depth + 1)]
    inner = "    " * (depth + 1)
    head = ["def last(x: cp.ndarray):", "    s = cp.cuda.Stream(non_blocking=True)"]
    return "\n".join([*head, *lines, f"{inner}with s:", f"{inner}    y = x + 1"])


def branches(count: int) -> str:
    """Tests of device arrays one after another, each with two ways on."""
    pair = "    if x[{0}]:\n        with s: y = x * 1\n    else:\n        z = x * 2"
    head = "def last(x: cp.ndarray):\n    s = cp.cuda.Stream(non_blocking=True)"
    return "\n".join([head, *(pair.format(number) for number in range(count))])


def comprehension(depth: int) -> str:
    """Loops of known length in one another."""
    loops = " ".join(f"for i{number} in range(10)" for number in range(depth))
    return f"def last(x: cp.ndarray):\n    s = cp.cuda.Stream(non_blocking=True)\n    return [x + 1 {loops}]"


def found(program: str, seconds: float) -> list[Finding]:
    """The findings of a file that has a race before `program`."""
    text = f"{RACE}\n{program}\n"
    return check_bytes(text.encode(), "program.py", Settings(time_limit=seconds), bounds=True)


@pytest.mark.parametrize("program", [nested_while(12), branches(100), comprehension(10)])
def test_paths_and_rounds_that_multiply_end_soon(program: str) -> None:
    start = time.thread_time()
    findings = found(program, 10.0)
    assert time.thread_time() - start < 4.0
    assert "CUP101" in [finding.code for finding in findings]


def test_a_file_that_takes_too_long_ends_and_keeps_what_was_found() -> None:
    start = time.thread_time()
    findings = found(branches(400), 0.5)
    assert time.thread_time() - start < 4.0
    assert "CUP101" in [finding.code for finding in findings]
    (stopped,) = [finding for finding in findings if finding.code == "CUP903"]
    assert stopped.message == "last was not followed to its end: the bound on time (0.5 s a file) was reached"


def test_functions_that_were_not_begun_are_counted() -> None:
    rest = "\n".join(f"def more{number}(x: cp.ndarray):\n    s = cp.cuda.Stream()" for number in range(5))
    findings = found(f"{branches(400).replace('last', 'slow')}\n{rest}\n", 0.5)
    (stopped,) = [finding.message for finding in findings if finding.code == "CUP903"]
    assert "functions not at all" in stopped


def test_another_file_that_is_wanted_when_the_time_is_over_is_no_failure(tmp_path: Path) -> None:
    """What parameters are may lie in another file, whose top level is followed then."""
    other = "import cupy as cp\n\nclass Pool:\n    def __init__(self):\n        self.stream = cp.cuda.Stream()\n"
    (tmp_path / "other.py").write_text(other)
    slow = branches(400).replace("last", "slow")
    program = f"from other import Pool\n{RACE}\n{slow}\n\ndef zz(pool: Pool):\n    s = cp.cuda.Stream()\n"
    (tmp_path / "program.py").write_text(program)
    findings = check_bytes(program.encode(), str(tmp_path / "program.py"), Settings(time_limit=0.5), bounds=True)
    assert {finding.code for finding in findings} == {"CUP101", "CUP903"}


def test_what_ends_in_time_says_nothing() -> None:
    assert [finding.code for finding in found("", 10.0)] == ["CUP101"]


def test_a_bound_is_said_whatever_is_selected() -> None:
    text = f"{RACE}\n{branches(400)}\n".encode()
    findings = check_bytes(text, "a.py", Settings(select=("CUP101",), time_limit=0.5), bounds=True)
    assert [finding.code for finding in findings] == ["CUP101", "CUP903"]


def test_memory_is_bounded_too() -> None:
    # In a process of its own, which has no memory to spare from other tests.
    code = (
        "from tests.test_budget import branches, RACE\n"
        "from cupylint.engine import check_bytes\nfrom cupylint.config import Settings\n"
        "check_bytes(RACE.encode(), 'a.py', Settings())\n"
        "text = RACE + branches(400)\n"
        "found = check_bytes(text.encode(), 'a.py', Settings(memory_limit=200_000), bounds=True)\n"
        "print([one.message for one in found if one.code == 'CUP903'])\n"
    )
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert "the bound on memory (0.2 MB a file) was reached" in done.stdout


def test_the_command_says_where_it_stopped(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(f"{RACE}\n{branches(400)}\n")
    root = Path(__file__).resolve().parent.parent
    command = [sys.executable, "-m", "cupylint", "--time-limit", "0.5", "--output-format", "json", str(tmp_path)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [finding["code"] for finding in json.loads(done.stdout)] == ["CUP101"]
    assert "last was not followed to its end: the bound on time (0.5 s a file) was reached" in done.stderr


@pytest.mark.parametrize("value", [0, -1, "10", True, float("nan"), float("inf")])
def test_a_wrong_time_limit_is_told(value: object) -> None:
    with pytest.raises(ConfigError, match="time-limit must be a number of seconds above 0"):
        from_table({"time-limit": value}, source="pyproject.toml", root="")


def test_the_configuration_sets_the_limits() -> None:
    settings = from_table({"time-limit": 3, "memory-limit": "1GB"}, source="pyproject.toml", root="")
    assert (settings.time_limit, settings.memory_limit) == (3.0, 10**9)


def test_a_spent_budget_stays_spent() -> None:
    budget = Budget(seconds=1e-9)
    time.sleep(0.03)
    with pytest.raises(Spent, match="time"):
        budget.check()
    assert budget.spent


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere only the most memory ever is told")
def test_memory_is_that_of_now() -> None:
    before = resident()
    held = bytearray(50 << 20)
    assert resident() - before > 40 << 20
    del held
    assert resident() - before < 40 << 20


@pytest.mark.parametrize(
    "program",
    [
        "\n".join(["class C0: a: int", "class D0: b: int"] + [  # each class has two ways to each of those before
            f"class C{n}(C{n - 1}, D{n - 1}): pass\nclass D{n}(D{n - 1}, C{n - 1}): pass" for n in range(1, 60)
        ] + ["C59().c", "if C59(): s = cp.cuda.Stream()", "isinstance(C59(), D59)"]),
        'cp.RawKernel(r"""extern "C" __global__ void f(int* x) {'
        + "while (atomicCAS(x, 0, 1)) ; " * 1500
        + '}""", "f")',
    ],
    ids=["classes that inherit twice", "kernels that wait often"],
)  # fmt: skip
def test_what_could_grow_fast_does_not(program: str) -> None:
    start = time.thread_time()
    check_bytes(f"{RACE}\n{program}\n".encode(), "program.py", Settings())
    assert time.thread_time() - start < 4.0


def test_names_that_do_not_exist_end_in_time_and_are_all_there() -> None:
    text = "import cupy as cp\n" + "".join(f"cp.zerosx{number}\ncp.ndarrayy{number}()\n" for number in range(1500))
    start = time.thread_time()
    findings = check_bytes(text.encode(), "a.py", Settings(time_limit=0.4))
    assert time.thread_time() - start < 2.5  # it was 10 s
    assert [finding.code for finding in findings] == ["CUP301"] * 3000


def test_fixes_of_names_are_tried_within_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "_NAMES_WORK", 60_000)
    findings = check_bytes(b"import cupy as cp\n" + b"x = cp.cuda.OutOfMemoryError(1)\n" * 2000, "a.py", Settings())
    assert len(findings) == 2000
    assert 0 < sum(finding.fix is not None for finding in findings) <= 30


def test_many_races_of_a_long_program_are_told_in_time() -> None:
    """Each race is told by what happens on its whole path: a thousand waits there took a minute."""
    rounds = "with s0:\n  x += 1\ne.record(s0)\ns1.wait_event(e)\nwith s1:\n  x += 1\n"
    streams = "".join(f"s{number} = cp.cuda.Stream(non_blocking=True)\n" for number in range(2))
    text = f"import cupy as cp\n{streams}x = cp.ones(10)\ne = cp.cuda.Event()\n" + rounds * 400
    start = time.thread_time()
    findings = check_bytes(text.encode(), "a.py", Settings(time_limit=2.0))
    assert time.thread_time() - start < 6.0  # parsing and locating are linear and come on top
    assert len(findings) == 200


def test_slices_without_end_are_not_counted_out() -> None:
    start = time.thread_time()
    big = "1" + "0" * 12
    body = f"\n    with one:\n        x[0:{big}:3] = 1\n    with other:\n        x[1:{big}:300007] = 2\n"
    check_bytes(f"{RACE}\n    x = cp.ones(n){body}".encode(), "program.py", Settings())
    assert time.thread_time() - start < 4.0
