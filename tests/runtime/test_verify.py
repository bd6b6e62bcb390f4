"""From findings and cases to verdicts, over streams that are threads (see `fake/cupy`) and over the simulator."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.findings import Finding, Fix, Location, Side
from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.bundled import Bundled
from cupylint.runtime_checks.cases import Case, load
from cupylint.runtime_checks.command import Command
from cupylint.runtime_checks.linting import peak_of_case
from cupylint.runtime_checks.results import Ran, Verdict
from cupylint.runtime_checks.twins import same_access
from cupylint.runtime_checks.verify import pair_of, provable, verify_command
from tests.runtime.accesses import finding, place
from tests.verifying import verify_program

START = """\
import cupy as cp
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(64, dtype=cp.float32)
cp.cuda.Device().synchronize()
"""
RACE = START + "with s1:\n    y = x + 1\nwith s2:\n    z = y + 1\ncp.cuda.Device().synchronize()\n"
WAITS = START + "with s1:\n    y = x + 1\ns1.synchronize()\nwith s2:\n    z = y + 1\n"
FIX = Fix("s2.wait_event(s1.record())", 8, True)


def test_a_finding_is_confirmed_and_its_fix_holds(either: Backend, script: Callable[[str], Path]) -> None:
    path = str(script(RACE))
    [result] = verify_program(path, [finding(RACE, (7, "y"), (9, "y"), fix=FIX)], either)
    assert result.verdict is Verdict.CONFIRMED, result.evidence
    assert result.evidence.endswith("with the fix they are ordered")
    assert (result.row, result.streams, result.backend) == (9, ("s1", "s2"), either.name)
    assert result.harm
    assert result.as_expected


def test_a_fix_that_does_not_help_is_said(backend: Backend, script: Callable[[str], Path]) -> None:
    path = str(script(RACE))
    useless = Fix("s1.wait_event(s2.record())", 8)
    [result] = verify_program(path, [finding(RACE, (7, "y"), (9, "y"), fix=useless)], backend)
    assert "with the fix the verdict is CONFIRMED" in result.evidence


def test_a_false_alarm_names_what_waits(backend: Backend, script: Callable[[str], Path]) -> None:
    [result] = verify_program(str(script(WAITS)), [finding(WAITS, (7, "y"), (10, "y"))], backend)
    assert result.verdict is Verdict.ORDERED
    assert result.evidence == "the host waited in line 8 until the gate before line 7 opened: `s1.synchronize()`"


ARGUMENT = START + (
    "twice = cp.RawKernel('', 'twice')\nout = cp.zeros(64)\ncp.cuda.Device().synchronize()\n"
    "with {stream}:\n    twice((1,), (64,), (x * 3, out), stream=s2)\ncp.cuda.Device().synchronize()\n"
)


@pytest.mark.parametrize(("stream", "verdict"), [("s1", Verdict.CONFIRMED), ("s2", Verdict.ORDERED)])
def test_an_argument_that_is_made_on_another_stream_than_its_kernel_runs_on(
    backend: Backend, script: Callable[[str], Path], stream: str, verdict: Verdict
) -> None:
    """Both accesses stand at one place: the later one is the launch around it, on the stream of its keyword."""
    text = ARGUMENT.format(stream=stream)
    path, at = str(script(text)), place(text, 10, "x * 3")
    sides = (Side(at, path, "write", "s1"), Side(at, path, "read", "s2"))
    found = Finding("CUP111", "argument-on-other-stream", "error", "", at, path, accesses=sides)
    [result] = verify_program(path, [found], backend)
    assert result.verdict is verdict, result.evidence


def test_what_does_not_run_is_not_reached(either: Backend, script: Callable[[str], Path]) -> None:
    text = START + "import sys\nif len(sys.argv) > 1:\n    with s1:\n        y = x + 1\n    z = y + 1\n"
    found = [finding(text, (9, "y"), (10, "y"))]
    path = str(script(text))
    [result] = verify_program(path, found, either)
    assert result.verdict is Verdict.NOT_REACHED
    [result] = verify_program(path, found, either, ["now"])
    assert result.verdict is Verdict.CONFIRMED


BY_KEY = """\
import cupy as cp
streams = {key: cp.cuda.Stream(non_blocking=True) for key in "abc"}
parts = {key: cp.zeros(64, dtype=cp.float32) for key in streams}
total, joining = cp.zeros(64, dtype=cp.float32), cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()
for key in streams:
    with streams[key]:
        parts[key] += 1
ready = streams["a"].record()
for key in streams:
    joining.wait_event(ready)
    with joining:
        total += parts[key]
cp.cuda.Device().synchronize()
"""


def test_a_round_that_is_ordered_says_nothing_of_the_others(either: Backend, script: Callable[[str], Path]) -> None:
    """The first of three is waited for. The threads that the streams leave behind end the process after each run."""
    [result] = verify_program(str(script(BY_KEY)), [finding(BY_KEY, (8, "parts[key]"), (13, "parts[key]"))], either)
    assert result.verdict is Verdict.CONFIRMED, result.evidence


def test_all_rounds_are_tested_before_they_count_as_ordered(backend: Backend, script: Callable[[str], Path]) -> None:
    text = BY_KEY.replace('streams["a"].record()', "[stream.record() for stream in streams.values()]")
    text = text.replace("joining.wait_event(ready)", "[joining.wait_event(event) for event in ready]")
    [result] = verify_program(str(script(text)), [finding(text, (8, "parts[key]"), (13, "parts[key]"))], backend)
    assert result.verdict is Verdict.ORDERED, result.evidence


@pytest.mark.parametrize(("key", "verdict"), [("x", Verdict.CONFIRMED), ("y", Verdict.NOT_REACHED)])
def test_the_memory_of_containers_is_compared(
    backend: Backend, script: Callable[[str], Path], key: str, verdict: Verdict
) -> None:
    """Which array of a dictionary a call uses is not seen, but where none is the other one, memory is apart."""
    text = START + "held = {'x': {'part': [x]}, 'y': {'part': [cp.zeros(64, dtype=cp.float32)]}}\n"
    text += "def step(arrays):\n    arrays['part'][0].fill(2)\n"
    text += f"with s1:\n    step(held['{key}'])\nwith s2:\n    z = x + 1\n"
    [result] = verify_program(str(script(text)), [finding(text, (10, f"held['{key}']"), (12, "x"))], backend)
    assert result.verdict is verdict, result.evidence


LONG = RACE + "import sys, time\nwhile len(sys.argv) < 9:\n    time.sleep(0.01)\n"


def test_a_bound_on_time_keeps_what_was_proven(either: Backend, script: Callable[[str], Path]) -> None:
    found = [finding(LONG, (7, "y"), (9, "y")), finding(LONG, (13, "time"), (13, "0.01"))]
    first, second = verify_program(str(script(LONG)), found, either, limit=2.5)
    assert first.verdict is Verdict.CONFIRMED, first.evidence
    assert second.verdict is not Verdict.CONFIRMED
    assert second.verdict is not Verdict.ORDERED or "stopped" in second.evidence


ENDLESS = (
    START
    + """\
import sys
while len(sys.argv) < 9:
    with s1:
        x += 1
    with s2:
        y = x + 1
    s2.synchronize()
"""
)


def test_a_loop_that_does_not_end_in_time_is_judged_by_its_first_rounds(
    either: Backend, script: Callable[[str], Path]
) -> None:
    """One gate at a time: the line that one pair holds back is where the other one is looked at."""
    found = [finding(ENDLESS, (9, "x"), (11, "x")), finding(ENDLESS, (11, "x"), (9, "x"), streams=("s2", "s1"))]
    first, second = verify_program(str(script(ENDLESS)), found, either, limit=2.5)
    assert first.verdict is Verdict.CONFIRMED, first.evidence
    assert second.verdict is Verdict.INCONCLUSIVE, second.evidence


HELPER = """\
import cupy as cp
def read(stream, x):

    with stream:
        return x + 1
"""


def test_a_module_of_a_package_is_run(
    either: Backend, script: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``python -m`` does: relative imports work, and the findings are in other modules than the one that is run."""
    folder = script("").parent / "pkg"
    folder.mkdir()
    main, helper = folder / "__main__.py", folder / "helper.py"
    main.write_text("import sys\nfrom .helper import z\nassert sys.argv[1:] == ['now'], sys.argv\n", encoding="utf-8")
    helper.write_text(RACE, encoding="utf-8")
    monkeypatch.chdir(folder.parent)
    found = finding(RACE, (7, "y"), (9, "y"), filename=str(helper))
    verified = verify_command(Command("", "pkg", ("now",)), [found], either)
    assert [(one.verdict, one.case) for one in verified.results] == [(Verdict.CONFIRMED, str(helper))]
    assert verified.ran == Ran()
    verified = verify_command(Command("", "pkg", ()), [found], either)
    assert "AssertionError" in verified.ran.error
    assert not list(folder.rglob("*.pyc"))


def test_a_fix_is_put_into_the_file_of_the_finding(either: Backend, script: Callable[..., Path]) -> None:
    """Also where the later access stands in another file, whose lines mean something else."""
    helper = str(script(HELPER, "helper.py"))
    text = START + "import helper\nfor i in range(3):\n    with s1:\n        x += 1\n    y = helper.read(s2, x)\n"
    path = str(script(text))
    first, later = place(text, 9, "x"), place(HELPER, 5, "x")
    sides = (Side(first, path, "write", "s1"), Side(later, helper, "read", "s2"))
    fix = Fix("s1.synchronize()", 10)
    call = Finding("CUP101", "unordered-read", "error", "", place(text, 10, "x"), path, accesses=sides, fix=fix)
    [result] = verify_program(path, [call], either)
    assert result.verdict is Verdict.CONFIRMED
    assert "with the fix they are ordered" in result.evidence, result.evidence
    assert f"line 9 of {path}" in result.evidence
    assert Path(result.filename).name == "helper.py"


def test_modules_of_the_program_are_judged_too(either: Backend, script: Callable[..., Path]) -> None:
    helper = START + "def work():\n    with s1:\n        y = x + 1\n    with s2:\n        return y + 1\n"
    module = str(script(helper, "helper.py"))
    path = str(script("import helper\nz = helper.work()\n"))
    [result] = verify_program(path, [finding(helper, (8, "y"), (10, "y"), filename=module)], either)
    assert (result.verdict, result.filename) == (Verdict.CONFIRMED, module)


def test_each_failure_is_a_verdict(either: Backend, script: Callable[[str], Path]) -> None:
    text = "raise RuntimeError('first')\n" + RACE
    found = [finding(text, (8, "y"), (10, "y")), Finding("CUP106", "n", "error", "m", Location(3, 1, 3, 2))]
    first, second = verify_program(str(script(text)), found, either)
    assert first.verdict is Verdict.FAILED
    assert "RuntimeError: first" in first.evidence
    assert second.verdict is Verdict.FAILED


def test_many_findings_take_one_run(backend: Backend, script: Callable[[str], Path]) -> None:
    lines = [f"a{n} = cp.zeros(8)" for n in range(14)] + ["cp.cuda.Device().synchronize()", "with s1:"]
    lines += [f"    a{n}.fill(1)" for n in range(14)] + ["with s2:"] + [f"    a{n}.fill(2)" for n in range(14)]
    text = START + "\n".join(lines) + "\n"
    rows = [(5 + 17 + n, 5 + 32 + n) for n in range(14)]
    found = [finding(text, (one, f"a{n}"), (two, f"a{n}")) for n, (one, two) in enumerate(rows)]
    results = verify_program(str(script(text)), found, backend)
    assert {result.verdict for result in results} == {Verdict.CONFIRMED}


def case(folder: Path, name: str, text: str) -> Case:
    path = folder / "CUP101" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'"""A case."""\n{text}', encoding="utf-8")
    return load(path)


def test_fixtures(either: Backend, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    bad = case(tmp_path, "bad_one.py", RACE.replace("z = y + 1", "z = y + 1  # expect: CUP101"))
    good = case(tmp_path, "good_one.py", WAITS)
    gone = case(tmp_path, "good_two.py", START)
    case(tmp_path, "bad_two.py", bad.text.partition("\n")[2])

    def lint(wanted: Case) -> list[Finding]:
        assert wanted.bad
        return [finding(wanted.text, (8, "y"), (10, "y"))]

    simulator = Backend("simulator")
    request.addfinalizer(simulator.close)
    bundled = Bundled(either, simulator, lint, peak_of_case)
    [result] = bundled.judge(bad)
    assert (result.verdict, result.expected, result.case) == (Verdict.CONFIRMED, "CONFIRMED", "CUP101/bad_one")
    [result] = bundled.judge(good)
    assert (result.verdict, result.row, result.as_expected) == (Verdict.ORDERED, 11, True)
    [result] = Bundled(either, simulator, lambda wanted: [], peak_of_case).judge(bad)
    assert (result.verdict, result.as_expected) == (Verdict.CONFIRMED, True), "the simulator's race will do"
    [result] = bundled.judge(gone)
    assert (result.verdict, result.as_expected) == (Verdict.NOT_REACHED, True)


def test_which_findings_can_be_proven() -> None:
    found = finding(RACE, (7, "y"), (9, "y"), streams=("s1", "host"))
    assert provable(found)
    pair = pair_of(found, "p.py")
    assert (pair.earlier.stream, pair.later.stream, pair.later.host) == ("s1", "host", True)
    assert not provable(Finding("CUP106", "n", "error", "m", Location(3, 1, 3, 2)))


def test_the_same_access_in_another_text() -> None:
    assert same_access(RACE, place(RACE, 9, "y"), WAITS) == place(WAITS, 10, "y")
    assert same_access(RACE, place(RACE, 9, "y"), "q = 1\n") is None
    twice = "x.fill(1)\nx.fill(1)\n"
    assert same_access(twice, Location(2, 1, 2, 2), "x.fill(1)\na()\nx.fill(1)\n") == Location(3, 1, 3, 2)
    idle, useful = "null.synchronize()\n", "x = 1\nworker.synchronize()\n"
    assert same_access(idle, Location(1, 1, 1, 19), useful) == Location(2, 1, 2, 21)
    assert same_access(idle, Location(1, 1, 1, 19), "worker.wait()\n") is None
    assert same_access("x *= 0.5\n", Location(1, 1, 1, 2), "half = x * 0.5\n") is None
    assert same_access("z = f(y, 1)\n", Location(1, 7, 1, 8), "z = f(y, 2)\n") == Location(1, 7, 1, 8)
