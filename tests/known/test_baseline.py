"""``--baseline`` and ``--write-baseline``: findings that are known are left out, wherever they have moved to."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cupylint.fingerprints import Identity
from tests.known.conftest import Run

HEAD = "import cupy as cp\na, b = cp.cuda.Stream(), cp.cuda.Stream()\n"
RACE = "def load():\n    with a:\n        x = cp.ones(3)\n    with b:\n        y = x + 1\n    return y\n"


@pytest.fixture
def known(project: Path, run: Run) -> Path:
    """A program with a race that the baseline knows."""
    path = project / "a.py"
    path.write_text(HEAD + RACE)
    result = run("--baseline", "known.json", "--write-baseline")
    assert (result.status, result.out) == (0, "")
    assert result.err == "cupylint: known.json: 1 known finding: 1 new, 0 gone\n"
    return path


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def load", "\n\nimport os\n\n\ndef load"),
        ("y = x + 1", "y = x  +  1   # known"),
        ("    with b:\n", "    # a remark\n\n    with b:\n"),
        (HEAD, f"{HEAD}def other():\n    with a:\n        z = cp.ones(3)\n    b.synchronize()\n"),
    ],
)
def test_it_may_move(known: Path, run: Run, old: str, new: str) -> None:
    known.write_text(known.read_text().replace(old, new))
    result = run("--baseline", "known.json")
    assert (result.status, result.out, result.err) == (0, "", "")


@pytest.mark.parametrize(
    ("old", "new"),
    [("def load", "def store"), ("y = x + 1", "y = x + 2"), ("x = cp.ones(3)", "x = cp.ones(4)")],
)
def test_another_one_is_new(known: Path, run: Run, old: str, new: str) -> None:
    """And the one that was there is fixed."""
    known.write_text(known.read_text().replace(old, new))
    result = run("--baseline", "known.json", "--output-format", "concise")
    assert result.status == 1 and ": CUP101 " in result.out
    assert "cupylint: note: known.json: fixed: a.py: CUP101 in load: y = x + 1\n" in result.err


def test_a_second_one_of_the_kind_is_new(known: Path, run: Run) -> None:
    """The one further down is, as far as anybody can tell."""
    again = RACE[RACE.index("    with a") : RACE.index("    return")]
    known.write_text(
        known.read_text().replace("    return", f"    a.synchronize(); b.synchronize()\n{again}    return")
    )
    result = run("--baseline", "known.json", "--output-format", "concise")
    assert result.out.startswith("a.py:12:13: CUP101 ") and result.out.count("\n") == 1


def test_what_is_fixed_is_named_and_taken_out(known: Path, run: Run) -> None:
    """The second wait is for the memory of `x`, which the next call of the function takes again."""
    waits = known.read_text().replace("    with b", "    a.synchronize()\n    with b")
    known.write_text(waits.replace("    return", "    b.synchronize()\n    return"))
    result = run("--baseline", "known.json")
    assert (result.status, result.out) == (0, "")
    assert result.err.splitlines() == [
        "cupylint: note: known.json: fixed: a.py: CUP101 in load: y = x + 1",
        "cupylint: note: known.json: --update-baseline takes out what is fixed",
    ]
    told = "cupylint: known.json: 0 known findings: 0 new, 1 gone\n"
    assert run("--baseline", "known.json", "--update-baseline").err == told
    assert run("--baseline", "known.json").err == ""


def test_an_update_adds_nothing(known: Path, run: Run) -> None:
    """What is new is told, and stays new; what is fixed is taken out."""
    known.write_text(known.read_text().replace("y = x + 1", "y = x + 2"))
    result = run("--baseline", "known.json", "--update-baseline", "--output-format", "concise")
    assert result.status == 1 and ": CUP101 " in result.out
    assert result.err == "cupylint: known.json: 0 known findings: 0 new, 1 gone\n"
    assert run("--baseline", "missing.json", "--update-baseline").err.endswith(": --write-baseline makes it\n")


def test_what_is_known_is_told_on_request(known: Path, run: Run) -> None:
    """Marked, and without a part in the exit status."""
    result = run("--baseline", "known.json", "--show-suppressed", "--output-format", "concise")
    assert result.status == 0 and result.out.endswith(" (known to the baseline)\n")


def test_a_severity_that_was_not_asked_for_is_not_fixed(known: Path, run: Run) -> None:
    known.write_text(HEAD)
    assert "fixed: a.py: CUP101" in run("--baseline", "known.json").err
    assert run("--baseline", "known.json", "--min-severity", "error").err == ""


def test_what_was_not_looked_for_is_not_fixed(known: Path, run: Run, project: Path) -> None:
    """Neither files that were not linted nor rules that did not run; a file that is gone is."""
    (project / "b.py").write_text("import cupy as cp\nx = cp.ones(3)\n")
    before = Path("known.json").read_text()
    assert run("b.py", "--baseline", "known.json").err == ""
    assert run("--ignore", "CUP101", "--baseline", "known.json").err == ""
    assert run("b.py", "--baseline", "known.json", "--write-baseline").err.endswith(
        ": 1 known finding: 0 new, 0 gone\n"
    )
    assert Path("known.json").read_text() == before
    known.unlink()
    assert "fixed: a.py: CUP101 in load" in run("--baseline", "known.json").err


def test_from_the_configuration(known: Path, run: Run, project: Path) -> None:
    """Of the folder in which it is, wherever the files are linted from below it."""
    (project / "pyproject.toml").write_text('[tool.cupylint]\nbaseline = "known.json"\n')
    assert run().status == 0 and run("--isolated").status == 1
    Path("known.json").unlink()
    assert run("--write-baseline").status == 0 and Path("known.json").exists()


def test_a_configuration_names_no_file_elsewhere(project: Path, run: Run) -> None:
    (project / "pyproject.toml").write_text('[tool.cupylint]\nbaseline = "../known.json"\n')
    result = run("--write-baseline")
    assert result.status == 2 and "[tool.cupylint] baseline must lie in the folder of the configuration" in result.err
    assert not (project.parent / "known.json").exists()


def test_a_file_that_cannot_be_read_is_never_known(project: Path, run: Run) -> None:
    (project / "a.py").write_text("import cupy\n)\n")
    assert run("--baseline", "known.json", "--write-baseline").status == 1
    assert run("--baseline", "known.json", "--output-format", "concise").out.startswith("a.py:2:1: CUP900 ")


def test_nothing_is_fixed_by_a_syntax_error(known: Path, run: Run) -> None:
    whole, list_ = known.read_text(), Path("known.json").read_text()
    known.write_text(whole + "def f(:\n")
    result = run("--baseline", "known.json", "--output-format", "concise")
    assert (result.status, result.err) == (1, "") and ": CUP900 " in result.out
    for option in ("--update-baseline", "--write-baseline"):
        told = run("--baseline", "known.json", option).err
        assert (
            told == "cupylint: known.json: 1 known finding: 0 new, 0 gone; 1 file cannot be parsed: mend or exclude\n"
        )
    assert Path("known.json").read_text() == list_


def test_only_a_baseline_is_overwritten(known: Path, run: Run) -> None:
    text = known.read_text()
    result = run("--baseline", "a.py", "--write-baseline")
    message = "cupylint: a.py: is there and is no baseline of cupylint (--overwrite replaces it)\n"
    assert (result.status, result.err, known.read_text()) == (2, message, text)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{",
        b'"cupylint baseline"',
        b"[" * 100_000,
        b"1" * 10_000,
        b"\xff",
        b'{"kind": "cupylint baseline", "version": 2, "findings": []}',
        b'{"kind": "cupylint baseline", "version": 1, "findings": [{}]}',
        b'{"kind": "cupylint baseline", "version": 1, "findings": [1]}',
        b'{"kind": "cupylint baseline", "version": 1}',
    ],
)
def test_what_is_no_baseline(project: Path, run: Run, data: bytes) -> None:
    (project / "known.json").write_bytes(data)
    result = run("--baseline", "known.json")
    message = "cupylint: known.json: is no baseline of this version of cupylint: --write-baseline makes one\n"
    assert (result.status, result.out, result.err) == (2, "", message)


def test_what_is_missing(run: Run) -> None:
    assert run("--baseline", "x").err == "cupylint: x: there is no such baseline: --write-baseline makes it\n"
    assert "--write-baseline needs a file" in run("--write-baseline").err
    assert run("--baseline=", ".").err == "cupylint: --baseline must be the name of a file, not ''\n"


def test_it_is_the_same_from_every_folder(known: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of files in it do not depend on where the command runs."""
    (entry,) = json.loads(Path("known.json").read_text())["findings"]
    assert entry["file"] == "a.py" and entry["lines"] == ["y = x + 1", "x = cp.ones(3)", "y = x + 1"]
    monkeypatch.chdir(known.parent.parent)
    assert run("--baseline", f"{known.parent.name}/known.json", str(known)).status == 0


def test_only_new_findings_are_fixed(known: Path, run: Run) -> None:
    """What is known is left as it is."""
    known.write_text(known.read_text() + "cp.cuda.synchronize()\n")
    result = run("--baseline", "known.json", "--fix", "--unsafe-fixes")
    assert (result.status, result.err) == (0, "cupylint: fixed 1 finding in 1 file (CUP301 1)\n")
    assert known.read_text() == HEAD + RACE + "cp.cuda.Device().synchronize()\n"


def test_fail_on(project: Path, run: Run) -> None:
    """A race is an error, a comment that silences nothing a warning."""
    (project / "a.py").write_text("import cupy as cp\nx = 1  # noqa: CUP101\n")
    assert [run("--fail-on", level).status for level in ("error", "warning", "info")] == [0, 1, 1]
    (project / "a.py").write_text(HEAD + RACE)
    assert run("--fail-on", "error").status == 1
    (project / "pyproject.toml").write_text('[tool.cupylint]\nfail-on = "error"\n')
    (project / "a.py").write_text("import cupy as cp\nx = 1  # noqa: CUP101\n")
    assert (run().status, run("--fail-on", "info").status) == (0, 1)
    assert run("--fail-on", "bad").err == "cupylint: --fail-on must be one of error, warning, info, not 'bad'\n"


def notebook(*cells: str) -> str:
    told = [
        {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": cell} for cell in cells
    ]
    return json.dumps({"cells": told, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_a_cell_may_move(project: Path, run: Run) -> None:
    """It is known by the lines of the cells, not by those of the file."""
    book = project / "a.ipynb"
    book.write_text(notebook(HEAD, RACE))
    assert run("--baseline", "known.json", "--write-baseline").status == 0
    (entry,) = json.loads(Path("known.json").read_text())["findings"]
    assert (entry["function"], entry["lines"]) == ("load", ["y = x + 1", "x = cp.ones(3)", "y = x + 1"])
    book.write_text(notebook("import os", HEAD, "print(os.name)", f"# remark\n{RACE}"))
    assert run("--baseline", "known.json").status == 0
    book.write_text(notebook(HEAD, RACE.replace("x + 1", "x + 2")))
    assert run("--baseline", "known.json", "--output-format", "concise").out.startswith("a.ipynb: cell 2, line 5, ")


def test_other_reports_know_a_finding_by_the_same(known: Path, run: Run) -> None:
    """By what the baseline says in full, as a digest."""
    (entry,) = json.loads(Path("known.json").read_text())["findings"]
    identity = Identity(entry["file"], entry["rule"], entry["function"], tuple(entry["lines"]), entry["number"])
    known.write_text(f"# moved\n\n{known.read_text()}")
    (item,) = json.loads(run("--output-format", "gitlab").out)
    (result,) = json.loads(run("--output-format", "sarif").out)["runs"][0]["results"]
    assert item["fingerprint"] == result["partialFingerprints"]["cupylint/v2"] == identity.digest


def test_a_baseline_of_an_earlier_version_is_read(known: Path, run: Run) -> None:
    Path("known.json").write_text("""
        {"kind": "cupylint baseline", "version": 1, "findings": [{
            "file": "a.py", "rule": "CUP101", "function": "load", "number": 0, "confidence": "",
            "lines": ["y = x + 1", "x = cp.ones(3)", "y = x + 1"]
        }]}""")
    assert run("--baseline", "known.json").status == 0
