"""Some thousand inputs that nobody thought of, and whether the judge of their runs can say no.

``python -m tests.fuzz`` runs any number of them; what fails here is replayed by its seed:
``python -m tests.fuzz --small --replay SEED``.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the processes are watched with means of POSIX", allow_module_level=True)

from . import oracle, table
from .case import CANARY, Case, Fifo, single, write
from .configuration import PROGRAM
from .files import SMALL
from .generate import CATEGORIES, category_of, generate
from .oracle import Run, judge
from .pool import Worker
from .run import described
from .shrink import shrink

INPUTS = int(os.environ.get("FUZZ_INPUTS", "2000"))
FIRST = int(os.environ.get("FUZZ_SEED", "0"))
CHUNKS = 8


@pytest.fixture
def worker() -> Iterator[Worker]:
    """A process that runs inputs."""
    worker = Worker(hang_seconds=15)
    yield worker
    worker.close()


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_breaks_it(worker: Worker, chunk: int) -> None:
    answers = {seed: worker.seed(seed, SMALL) for seed in range(FIRST + chunk, FIRST + INPUTS, CHUNKS)}
    assert [described(seed, answer) for seed, answer in answers.items() if answer["failures"]] == []
    # An input that is passed over tests nothing.
    assert sum(answer["findings"] > 0 for answer in answers.values()) > 0.1 * len(answers)


def test_a_seed_is_an_input() -> None:
    seeds = range(300)
    assert [generate(seed, SMALL) for seed in seeds] == [generate(seed, SMALL) for seed in seeds]
    assert {category_of(seed) for seed in seeds} == set(CATEGORIES)


# --- the judge can say no -------------------------------------------------------------------------

CASE = Case({b"program.py": b"import cupy\nx = 1\n"}, ("--output-format=json", "program.py"))
CLEAN = Run(0, b"[]\n")


def finding(row: int = 1, column: int = 1, message: str = "", code: str = "CUP101") -> bytes:
    place = {"row": row, "column": column}
    item = {"code": code, "filename": "program.py", "location": place, "end_location": place, "message": message}
    return json.dumps([item]).encode()


def test_a_clean_run_passes() -> None:
    assert judge(CASE, CLEAN) == {}
    assert judge(CASE, Run(1, finding(2, 6))) == {}
    assert judge(CASE, Run(2, b"", b"cupylint: unknown option --x: see cupylint --help\n")) == {}


@pytest.mark.parametrize(
    ("run", "kind"),
    [
        (Run(None), "hang"),
        (Run(-11), "crash"),
        (Run(3, b"[]"), "exit"),
        (Run(1, b"[]"), "exit"),
        (Run(0, finding()), "exit"),
        (Run(2, b"[]"), "silent"),
        (Run(2, b"", b"Traceback (most recent call last):\n"), "internal"),
        (Run(2, b"", b"cupylint: internal error: KeyError\n"), "internal"),
        (Run(2, finding(code="CUP900", message="internal error: x; please report")), "internal"),
        (Run(0, b"[]", b"something: FutureWarning\n"), "stderr"),
        (Run(0, b"[]", b"cupylint: \x1b[31m\n"), "control"),
        (Run(1, b"\xe2\x80\xae" + finding()), "control"),
        (Run(1, b"[{"), "json"),
        (Run(1, finding(row=4)), "place"),
        (Run(1, finding(row=2, column=99)), "place"),
        (Run(1, finding(row=0)), "place"),
        (Run(0, b"[]", seconds=12), "slow"),
        (Run(0, b"[]", megabytes=501), "memory"),
        (Run(0, b"[]", escaped="KeyError"), "escaped"),
        (Run(0, b"[]", canaries=["x"]), "ran"),
    ],
)
def test_the_judge_says_no(run: Run, kind: str) -> None:
    assert kind in judge(CASE, run)


def test_concise_output_has_one_finding_a_line() -> None:
    case = Case(CASE.entries, ("--output-format=concise", "program.py"))
    assert judge(case, Run(1, b"program.py:1:1: CUP101 [unordered-read] message\n")) == {}
    assert "output" in judge(case, Run(1, b"program.py:1:1: CUP101 [unordered-read] of two\nlines\n"))


def test_what_a_limit_of_the_arguments_ends_need_not_repeat() -> None:
    """Seed 5050718: of two runs within 14 MB only one had memory left to try a fix."""
    assert oracle.is_repeatable(CASE)
    assert not oracle.is_repeatable(Case(CASE.entries, ("--memory-limit=14", "program.py")))


def test_code_that_runs_leaves_a_canary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(single(PROGRAM), os.fspath(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert oracle.canaries(os.fspath(tmp_path)) == []
    exec(PROGRAM.partition("\n")[0])
    assert oracle.canaries(os.fspath(tmp_path)) == [os.fspath(tmp_path / CANARY)]


# --- the processes --------------------------------------------------------------------------------

_FAULTS = {
    "crash": "import os; os.kill(os.getpid(), 11)",
    "hang": "import time; time.sleep(60)",
    "slow": "import time\nend = time.process_time() + 12\nwhile time.process_time() < end: pass",
    "memory": "bytearray(600_000_000)",
    "escaped": "raise KeyboardInterrupt",
    "ran": f"open({CANARY!r}, 'w').close()",
    "unstable": "import random; print(random.random())",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*_FAULTS, None])
def test_a_fault_is_found(kind: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each fault is put in front of `main` of a process, which is replaced if that ends it."""
    body = "\n".join(f"    {line}" for line in _FAULTS.get(kind or "", "pass").splitlines())
    plugin = tmp_path / "fault.py"
    plugin.write_text(
        "from cupylint import cli\nmain = cli.main\ndef faulty(arguments):\n"
        f"    if arguments[-1] != 'fault.py': return main(arguments)\n{body}\n    return main(arguments)\ncli.main = faulty\n"
    )
    monkeypatch.setenv("CUPYLINT_FUZZ_FAULT", os.fspath(plugin))
    worker = Worker(hang_seconds=3 if kind == "hang" else 30)
    try:
        fault = single("x = 1\n", name="fault.py").with_arguments("--output-format=full")
        found = worker.case(fault)["failures"]
        assert (kind in found) if kind else (found == {})
        assert worker.case(single(PROGRAM))["failures"] == {}  # and it goes on
    finally:
        worker.close()


def test_a_failing_input_is_made_small() -> None:
    lines = [f"x{number} = {number}\n" for number in range(50)]
    lines[30] = "bad = yes + 1\n"
    case = Case({b"a.py": "".join(lines).encode(), b"b.py": b"", b"pipe": Fifo()}, ("--maybe", "a.py"))

    def failures(case: Case) -> set[str]:
        data = case.entries.get(b"a.py", b"")
        return {"crash"} if isinstance(data, bytes) and b"yes" in data else {"exit"}

    assert shrink(case, {"crash"}, failures) == Case({b"a.py": b"yes"}, ())


# --- the table ------------------------------------------------------------------------------------


def test_reports_add_up() -> None:
    tally = {
        "inputs": 10,
        "failed": 1,
        "twice": 9,
        "commands": 1,
        "kinds": {"slow": 1},
        "seconds": 2.0,
        "megabytes": 3.0,
    }
    one = {
        "first_seed": 0,
        "last_seed": 9,
        "hours": 0.5,
        "python": "3.13.0",
        "categories": {"fixture": tally},
        "failing_seeds": [3],
    }
    both = table.merged([one, {**one, "first_seed": 10, "last_seed": 19}])
    assert both["categories"]["fixture"] == {
        **tally,
        "inputs": 20,
        "failed": 2,
        "twice": 18,
        "commands": 2,
        "kinds": {"slow": 2},
    }
    text = table.table(table.merged([both]))
    assert "| mutated fixtures | 20 | 2 | 2, slow 2 | 2.0 s | 3 MB |" in text
    assert "Seeds 0 to 9, 10 to 19; 1.0 hours; Python 3.13.0." in text


def test_the_page_has_the_table_of_the_report(root: Path) -> None:
    page = (root / "docs/security.md").read_text(encoding="utf-8")
    report = json.loads((root / "docs/security-fuzz.json").read_text(encoding="utf-8"))
    assert table.placed(page, table.table(report)) == page


def test_the_last_format_that_is_asked_for_counts() -> None:
    assert oracle.output_format(Case({}, ("--output-format=concise", "--output-format", "full"))) == "full"
    assert oracle.output_format(Case({}, ("--output-format", "full", "--output-format=json"))) == "json"


def test_the_second_run_finds_nothing_of_the_first(worker: Worker) -> None:
    case = Case({b"program.py": PROGRAM.encode()}, ("--output-format=json", "-o=CUP", "CUP", "nowhere"))
    assert worker.case(case)["failures"] == {}
