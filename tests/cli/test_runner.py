"""The runner: the same results however the work is shared."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from cupylint import runner, survey
from cupylint.config import Settings
from cupylint.files import Target
from cupylint.reading import read_regular
from cupylint.workspace import Workspace


@pytest.fixture
def tree(tmp_path: Path) -> list[Target]:
    """Six files, each with two findings."""
    for number in range(6):
        (tmp_path / f"f{number}.py").write_text("import cupy\nunordered-write()\nunordered-read()\n")
    return [Target(str(path), Settings()) for path in sorted(tmp_path.glob("*.py"))]


@pytest.mark.parametrize(
    ("size", "files", "jobs", "expected"),
    [
        (10_000, 100, None, 1),
        (10_000, 100, 3, 3),
        (10_000, 2, 8, 2),
        (runner.BREAK_EVEN_BYTES, 20, None, 2),
        (100 * runner.BREAK_EVEN_BYTES, 3, None, 3),
        (100 * runner.BREAK_EVEN_BYTES, 500, None, 4),
        (0, 0, 4, 1),
    ],
)
def test_worker_count(monkeypatch: pytest.MonkeyPatch, size: int, files: int, jobs: int | None, expected: int) -> None:
    monkeypatch.setattr(runner, "processors", lambda: 4)
    assert runner.worker_count(size, files, jobs) == expected


def test_processes_find_the_same(toy: Any, tree: list[Target]) -> None:
    alone = runner.run(tree, jobs=1, check=toy.check_bytes)
    together = runner.run(tree, jobs=2, check=toy.check_bytes)
    assert together == alone
    assert [finding.location.row for finding in alone.findings] == [2, 3] * 6
    assert (alone.files, alone.cupy_files, alone.internal_errors) == (6, 6, 0)


def test_each_file_has_its_settings(toy: Any, tree: list[Target]) -> None:
    tree[3] = Target(tree[3].path, Settings(select=("CUP102",)))
    outcome = runner.run(tree, jobs=2, check=toy.check_bytes)
    assert [finding.code for finding in outcome.findings if finding.filename == tree[3].path] == ["CUP102"]


def test_a_file_that_ends_its_process(toy: Any, tree: list[Target]) -> None:
    deadly = Path(tree[2].path)
    deadly.write_text("import cupy\ndie-now\n")
    outcome = runner.run(tree, jobs=2, check=toy.check_bytes)
    broken = [finding for finding in outcome.findings if finding.code == "CUP900"]
    assert [finding.filename for finding in broken] == [str(deadly)]
    assert broken[0].message.startswith("internal error: checking the file ended its process")
    assert outcome.internal_errors == 1
    assert len(outcome.findings) == 11


def test_a_file_that_takes_too_long(toy: Any, tree: list[Target]) -> None:
    slow = Path(tree[2].path)
    slow.write_text("import cupy\nsleep-long\n")
    outcome = runner.run(tree, jobs=2, check=toy.check_bytes, hard_seconds=1.0)
    (late,) = [finding for finding in outcome.findings if finding.code == "CUP900"]
    assert (late.filename, late.message) == (str(slow), "checking it took longer than 1 s and was stopped")
    assert (len(outcome.findings), outcome.internal_errors) == (11, 0)


def test_where_no_process_can_be_started(toy: Any, tree: list[Target], monkeypatch: pytest.MonkeyPatch) -> None:
    import subprocess

    def fail(*_: object, **__: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(subprocess, "Popen", fail)
    assert len(runner.run(tree, jobs=2, check=toy.check_bytes).findings) == 12


def test_work_that_takes_longer_than_expected_is_shared(
    toy: Any, tree: list[Target], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "processors", lambda: 2)
    monkeypatch.setattr(runner, "_TRIAL", 0.0)
    monkeypatch.setattr(runner, "_WORTH", 0.0)
    alone: list[str] = []
    check = runner.check_data

    def noted(data: bytes, filename: str, *arguments: Any) -> runner.Checked:
        alone.append(filename)
        return check(data, filename, *arguments)

    monkeypatch.setattr(runner, "check_data", noted)
    outcome = runner.run(tree, check=toy.check_bytes)
    assert len(alone) == 2, "the second file shows how long one takes"
    monkeypatch.undo()
    assert outcome == runner.run(tree, jobs=1, check=toy.check_bytes)


def test_no_file_is_read_twice(toy: Any, tree: list[Target], monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    for module in (runner, survey):
        monkeypatch.setattr(module, "read_regular", lambda path: read.append(path) or read_regular(path))
    runner.run(tree, jobs=1, check=toy.check_bytes)
    assert sorted(read) == [target.path for target in tree]


def test_what_many_files_hold_is_not_kept(toy: Any, tree: list[Target], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "_HELD_BYTES", 100)
    assert len(survey.survey_of(tree, None, Workspace()).data) == 2
    assert len(runner.run(tree, jobs=1, check=toy.check_bytes).findings) == 12


def test_a_file_that_has_vanished(tmp_path: Path) -> None:
    outcome = runner.run([Target(str(tmp_path / "gone.py"), Settings())])
    (finding,) = outcome.findings
    assert finding.message == "cannot be read: No such file or directory"
    assert (finding.code, finding.location.row, finding.location.column) == ("CUP900", 1, 1)
    assert outcome.internal_errors == 0


def test_a_panic_is_caught() -> None:
    class Panic(BaseException):
        pass

    def check(*_: object) -> list[Any]:
        raise Panic("at the disco")

    result = runner.check_data(b"cupy", "a.py", Settings(), Workspace(), check)
    assert result.failed
    assert result.findings[0].message == "internal error: Panic: at the disco; please report"


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_and_erased() -> None:
    stream = _Terminal()
    progress = runner.Progress(stream, after=0)
    progress.show(3, 9)
    assert "3/9 files" in stream.getvalue()
    width = len(stream.getvalue()) - 1
    progress.close()
    assert stream.getvalue().endswith("\r" + " " * width + "\r")


def test_progress_of_a_short_run_or_without_a_terminal() -> None:
    for stream, after in ((_Terminal(), 60), (io.StringIO(), 0)):
        progress = runner.Progress(stream, after=after)
        progress.show(3, 9)
        progress.close()
        assert stream.getvalue() == ""
