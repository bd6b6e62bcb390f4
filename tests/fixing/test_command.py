"""``--fix``, ``--unsafe-fixes`` and ``--diff``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from cupylint.fixing import replace
from tests.fixing.conftest import Run

NAME = b"import cupy as cp\r\ncp.cuda.synchronize()  # \xe9"
HEAD = b"# coding: latin-1\r\n"
RACE = (
    b"import cupy as cp\na, b = cp.cuda.Stream(), cp.cuda.Stream()\n"
    b"with a:\n    x = cp.ones(3)\nwith b:\n    y = x + 1\n"
)


def test_safe_fixes(project: Path, run: Run) -> None:
    (project / "name.py").write_bytes(HEAD + NAME)
    (project / "clean.py").write_bytes(b"import cupy as cp\nx = cp.ones(3)\n")
    before = os.stat("clean.py")
    result = run("--fix")
    assert (result.status, result.out) == (0, "")
    assert result.err == "cupylint: fixed 1 finding in 1 file (CUP301 1)\n"
    assert Path("name.py").read_bytes() == HEAD + NAME.replace(b"cp.cuda.", b"cp.cuda.Device().")
    after = os.stat("clean.py")
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    written = os.stat("name.py").st_mtime_ns
    assert run("--fix").err == "" and os.stat("name.py").st_mtime_ns == written
    assert sorted(os.listdir()) == ["clean.py", "name.py"]


def test_unsafe_fixes_are_asked_for(project: Path, run: Run) -> None:
    (project / "race.py").write_bytes(RACE)
    result = run("--fix", "--output-format", "concise")
    assert (result.status, result.out[:20]) == (1, "race.py:6:9: CUP101 ")
    assert result.err == "cupylint: 1 finding has an unsafe fix: --unsafe-fixes\n"
    assert Path("race.py").read_bytes() == RACE
    result = run("--fix", "--unsafe-fixes", "--output-format", "concise")
    assert (result.status, result.out) == (0, "")
    assert Path("race.py").read_bytes() == RACE.replace(b"with b:", b"b.wait_event(a.record())\nwith b:")


def test_a_diff_and_nothing_written(project: Path, run: Run) -> None:
    (project / "name.py").write_bytes(HEAD + NAME)
    result = run("--diff", "--fix")
    assert (result.status, result.err) == (1, "cupylint: would fix 1 finding in 1 file (CUP301 1)\n")
    assert result.out.encode("utf-8", "surrogateescape") == (
        b"--- name.py\n+++ name.py\n@@ -1,3 +1,3 @@\n # coding: latin-1\r\n import cupy as cp\r\n"
        b"-cp.cuda.synchronize()  # \xe9\n\\ No newline at end of file\n"
        b"+cp.cuda.Device().synchronize()  # \xe9\n\\ No newline at end of file\n"
    )
    assert Path("name.py").read_bytes() == HEAD + NAME
    assert run("--diff", "--fix", "--exit-zero").status == 0
    (project / "name.py").write_bytes(RACE)
    assert run("--diff").status == 0 and run("--diff", "--unsafe-fixes").status == 1


def test_a_premise_makes_a_fix_unsafe(project: Path, run: Run) -> None:
    """A comment that other files may need is no safe thing to delete."""
    text = "import cupy as cp\ndef f(x):\n    return x + 1  # noqa: CUP101\nf(cp.ones(3))\n"
    (project / "a.py").write_text(text)
    assert run("--fix", "--maybe").status == 1 and Path("a.py").read_text() == text
    assert run("--fix", "--maybe", "--unsafe-fixes").status == 0
    assert Path("a.py").read_text() == text.replace("  # noqa: CUP101", "")


@pytest.mark.parametrize(
    ("line", "fixed"),
    [
        ("x = 1  # noqa: CUP101\n", "x = 1\n"),
        ("x = 1  # noqa: E501, CUP101\n", "x = 1  # noqa: E501\n"),
        ("x = 1  # noqa: CUP101, E501\n", "x = 1  # noqa: E501\n"),
        ("x = 1  # noqa: CUP101  # type: ignore\n", "x = 1  # type: ignore\n"),
        ("x = 1  # type: ignore # noqa: CUP101 for #12\n", "x = 1  # type: ignore\n"),
        ("x = 1  # cupylint: ignore[unordered-read] waits in f\n", "x = 1\n"),
        ("x = 1  # cupylint: ignore[CUP101, CUP102] both\n", "x = 1\n"),
        ("if cp:\n    # cupylint: ignore[CUP101]\n    # a remark\n    x = 1\n", "if cp:\n    # a remark\n    x = 1\n"),
        ("x = 1\n# noqa: CUP101", "x = 1\n"),
        ("x = 1  # cupylint: ignore[unorderd-read]\n", "x = 1  # cupylint: ignore[unorderd-read]\n"),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_comments_that_silence_nothing_are_deleted(project: Path, run: Run, line: str, fixed: str, ending: str) -> None:
    """What may be misspelt stays."""
    head = "import cupy as cp\n"
    (project / "a.py").write_bytes((head + line).replace("\n", ending).encode())
    assert run("--fix").status == ("unorderd" in line)
    assert Path("a.py").read_bytes() == (head + fixed).replace("\n", ending).encode()


def test_what_may_not_be_written(project: Path, run: Run) -> None:
    elsewhere = project.parent / f"{project.name}-elsewhere.py"
    elsewhere.write_bytes(NAME.replace(b"\xe9", b""))
    inside = project / "inside"
    inside.mkdir()
    (inside / "link.py").symlink_to(elsewhere)
    (inside / "fixed.py").write_bytes(elsewhere.read_bytes())
    os.chmod(inside / "fixed.py", 0o444)
    result = run("--fix", "inside", "--statistics")
    assert (result.status, result.out) == (1, "2  CUP301  no-such-api\n")
    assert result.err.splitlines() == [
        "cupylint: inside/fixed.py: is read-only: not changed",
        "cupylint: inside/link.py: is a link that leads elsewhere: not changed",
    ]
    assert b"Device" not in elsewhere.read_bytes() + (inside / "fixed.py").read_bytes()
    assert run("--fix", "inside/link.py").status == 0 and (inside / "link.py").is_symlink()
    assert b"Device" in elsewhere.read_bytes()


def test_a_file_that_changes_meanwhile(project: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody has just saved stays, and so do the other files."""
    for name in ("a.py", "b.py"):
        (project / name).write_bytes(RACE)
    write = replace.replace_all

    def late(changes: list[replace.Change]) -> None:
        (project / "b.py").write_bytes(b"new = 1\n")
        write(changes)

    monkeypatch.setattr(replace, "replace_all", late)
    result = run("--fix", "--unsafe-fixes")
    message = "cupylint: b.py: was changed while it was linted: no file was written, run again\n"
    assert (result.status, result.out, result.err) == (2, "", message)
    assert ((project / "a.py").read_bytes(), (project / "b.py").read_bytes()) == (RACE, b"new = 1\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--fix", "-"], "standard input cannot be changed: give the name of a file"),
        (["--unsafe-fixes"], "--unsafe-fixes says which fixes to apply: give --fix or --diff, too"),
        (["--fix", "--add-ignore"], "--fix and --add-ignore exclude each other: leave one out"),
        (["--add-noqa", "--add-ignore"], "--add-ignore and --add-noqa exclude each other: leave one out"),
        (["--quiet", "-v"], "--quiet and --verbose exclude each other: leave one out"),
        (["--fix", "--write-baseline"], "--fix and --write-baseline exclude each other: leave one out"),
        (["--diff", "-o", "x"], "--diff prints nothing but a diff: leave out --output-file"),
    ],
)
def test_what_does_not_go_together(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.status, result.out, result.err) == (2, "", f"cupylint: {message}\n")


def test_edits_name_their_files(project: Path, run: Run) -> None:
    (project / "name.py").write_bytes(HEAD + NAME)
    (found,) = json.loads(run("--output-format", "json").out)
    (edit,) = found["fix"]["edits"]
    assert (edit["filename"], edit["content"], found["fix"]["applicability"]) == (
        "name.py",
        "cp.cuda.Device().synchronize",
        "safe",
    )


def test_rules_say_what_their_fixes_are(run: Run) -> None:
    lines = {line[:7]: line for line in run("--rules").out.splitlines()}
    assert "safe fix" in lines["CUP901 "] and "unsafe" not in lines["CUP901 "]
    assert "unsafe fix" in lines["CUP101 "] and "fix" not in lines["CUP105 "].partition("default")[2][:12]
    assert "Its fixes are unsafe" in run("--explain", "CUP101").out
    assert "Its fixes are safe" in run("--explain", "CUP301").out
    assert "Its fixes" not in run("--explain", "CUP105").out
