"""``--output-format jsonl``: a finding is printed as soon as its file is done."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cupylint.cli import main
from cupylint.config import Settings
from cupylint.files import Target
from cupylint.findings import Finding, Location, Premise
from cupylint.merging import Telling
from cupylint.runner import run

RACE = """\
import cupy as cp
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x = cp.ones(3)
with b:
    y = x + 1
"""
HELPER = "import cupy as cp\ndef use(s, x):\n    with s:\n        return x + 1\n"
CALLER = RACE[: RACE.index("with b")].replace("import cupy as cp", "import cupy as cp, helper") + "helper.use(b, x)\n"


def finding(filename: str, row: int = 1, seen_from: str = "", **more: Any) -> Finding:
    """A finding in a file that was perhaps found from another one."""
    place = Location(row, 1, row, 2)
    found = Finding("CUP101", "unordered-read", "error", "a race", place, filename, **more)
    return replace(found, seen_from=replace(found, filename=seen_from)) if seen_from else found


class Heard:
    """What a run of three files tells, as file and row."""

    def __init__(self, *paths: str) -> None:
        self.times: list[list[tuple[str, int]]] = []
        self.telling = Telling(paths or ["a", "b", "c"], lambda one: one.code != "CUP903", self.hear)

    def hear(self, found: Sequence[Finding]) -> None:
        self.times.append([(one.filename, one.location.row) for one in found])


def test_files_are_told_in_their_order() -> None:
    heard = Heard()
    heard.telling.begin([0, 1, 2], {}, [])
    heard.telling.done(1, [finding("b")])
    assert heard.times == []
    heard.telling.done(0, [finding("a", 2), finding("a")])
    assert heard.times == [[("a", 1), ("a", 2)], [("b", 1)]]
    heard.telling.done(2, [replace(finding("c"), code="CUP903")])
    heard.telling.end()
    assert heard.times[2:] == []


def test_what_is_known_and_what_cannot_be_read() -> None:
    heard = Heard()
    heard.telling.begin([2], {0: (finding("a"),)}, [finding("b")])
    assert heard.times == [[("a", 1)], [("b", 1)]]


def test_a_finding_in_a_later_file_waits_for_that() -> None:
    """Its own telling is the better one. One in an earlier file comes at once, but once."""
    heard = Heard()
    heard.telling.begin([0, 1, 2], {}, [])
    heard.telling.done(0, [finding("b", seen_from="a")])
    assert heard.times == []
    heard.telling.done(1, [finding("b"), finding("a", 7, seen_from="b")])
    assert heard.times == [[("a", 7), ("b", 1)]]
    heard.telling.done(2, [finding("b", seen_from="c"), finding("b", 4, seen_from="c")])
    assert heard.times[1:] == [[("b", 4)]]


def test_what_only_tests_show_comes_last_and_in_the_test() -> None:
    """Two calls of a test lead to it: the wait is missing there. Where anything else shows it, it is the library's."""
    heard = Heard("lib", "test_a.py", "test_b.py")
    by_tests = finding("lib", 9, "test_a.py", by_two_calls=True), finding("lib", 5, "test_a.py", by_two_calls=True)
    heard.telling.begin([0, 1, 2], {}, [])
    heard.telling.done(0, [finding("lib", 5)])
    heard.telling.done(1, by_tests)
    heard.telling.done(2, [finding("lib", 9, "test_b.py", by_two_calls=True)])
    assert heard.times == [[("lib", 5)]]
    heard.telling.end()
    assert heard.times[1:] == [[("test_a.py", 9)]]


def test_a_library_that_a_test_shows_to_be_wrong() -> None:
    """One call of the test leads to both operations, or the test comes later than what has told of the library."""
    heard = Heard("lib", "test_a.py", "c")
    heard.telling.begin([0, 1, 2], {}, [])
    heard.telling.done(0, [])
    by_test = finding("lib", 5, "test_a.py", by_two_calls=True)
    heard.telling.done(1, [finding("lib", 9, "test_a.py"), by_test])
    assert heard.times == [[("lib", 9)]]
    heard.telling.done(2, [finding("lib", 5, "c", premises=(Premise("size", "n is 6"),))])
    heard.telling.end()
    assert heard.times[1:] == [[("lib", 5)], [("lib", 5)]]


def test_what_turns_out_to_be_likelier_is_told_again() -> None:
    heard = Heard()
    heard.telling.begin([0, 1, 2], {}, [])
    heard.telling.done(0, [finding("a", premises=(Premise("size", "n is 6"),))])
    heard.telling.done(1, [finding("a", seen_from="b")])
    heard.telling.done(2, [finding("a", seen_from="c")])
    assert heard.times == [[("a", 1)], [("a", 1)]]


def test_a_run_that_is_cut_has_told_what_was_done(tmp_path: Path) -> None:
    for name in ("a.py", "b.py", "c.py", "d.py"):
        (tmp_path / name).write_text("import cupy")

    def check(data: bytes, filename: str, settings: Settings, workspace: object) -> list[Finding]:
        if filename.endswith("c.py"):
            raise KeyboardInterrupt
        return [finding(filename)]

    told: list[str] = []
    targets = [Target(str(path), Settings()) for path in sorted(tmp_path.iterdir())]
    with pytest.raises(KeyboardInterrupt):
        run(targets, jobs=1, check=check, tell=lambda found: told.extend(Path(one.filename).name for one in found))
    assert told == ["a.py", "b.py"]


def test_the_same_findings_as_in_json(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in sorted((root / "fixtures" / "CUP101").glob("bad_*.py"))[::12]:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    for name, text in (
        ("caller.py", CALLER),
        ("helper.py", HELPER),
        ("zcaller.py", CALLER),
        ("zz.py", "import cupy ("),
    ):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    assert main(["-j1", "--output-format", "json"]) == 1
    expected = json.loads(capsys.readouterr().out)
    keys = ("filename", "location", "code", "message", "fix")
    for jobs in ("-j1", "-j2"):
        assert main([jobs, "--output-format", "jsonl"]) == 1
        found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [[one[key] for key in keys] for one in found] == [[one[key] for key in keys] for one in expected], jobs
    assert {"helper.py", "zz.py"} < {one["filename"] for one in expected}


def test_a_line_is_there_while_the_run_goes_on(tmp_path: Path, checkout_environment: dict[str, str]) -> None:
    (tmp_path / "a.py").write_text(RACE)
    loops = "".join(f"{' ' * 4 * depth}for i{depth} in range(n):\n" for depth in range(8))
    (tmp_path / "b.py").write_text(
        f"{RACE}n = input()\n{loops}{' ' * 32}with a:\n" + f"{' ' * 36}x = x + y[i0]\n" * 200
    )
    command = [sys.executable, "-m", "cupylint", "-j1", "--output-format", "jsonl", "--time-limit", "60", "."]
    with subprocess.Popen(command, cwd=tmp_path, env=checkout_environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert process.poll() is None
        process.kill()
    assert json.loads(line)["filename"] == "a.py"
