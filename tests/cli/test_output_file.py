"""``--output-file``: an earlier report is replaced, everything else stays as it is."""

from __future__ import annotations

import json
import os
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import cupylint
from cupylint import writing
from cupylint.findings import Finding
from cupylint.report import FORMATS, Page, render

REFUSED = "cupylint: {}: is there and is no report of cupylint (--overwrite replaces it)\n"
FORMS = (
    *(["--output-format", form] for form in FORMATS),
    ["--statistics"],
    ["--statistics", "--output-format", "json"],
)


@pytest.fixture
def racy(write: Any) -> None:
    """A program with a finding."""
    write("a.py", "import cupy\nunordered-read()\n")


@pytest.mark.parametrize(("first", "then"), [*pairwise([*FORMS, *FORMS[::2], *FORMS[1::2]]), (FORMS[0], FORMS[0])])
@pytest.mark.parametrize("content", ["import cupy\nunordered-read()\n", "x = 1\n"])
def test_an_earlier_report_is_replaced(run: Any, write: Any, first: list[str], then: list[str], content: str) -> None:
    write("a.py", content)
    assert run("a.py", "-o", "out.txt", *first).err in ("", "cupylint: warning: no Python files found\n")
    done = run("a.py", "-o", "out.txt", *then)
    assert (done.status, done.out, done.err) == (int("read" in content), "", "")
    assert Path("out.txt").read_text(encoding="utf-8") == run("a.py", *then).out


@pytest.mark.parametrize(
    ("name", "text"),
    [("victim.py", "x = 1\n"), ("__init__.py", ""), ("notes.txt", "CUP101 is bad\n"), ("a.json", "[]"), ("b", "[1]\n")],
)
def test_other_files_stay(run: Any, racy: None, write: Any, name: str, text: str) -> None:
    path = write(name, text)
    assert (run("a.py", "-o", name).status, run("a.py", "-o", name).err) == (2, REFUSED.format(name))
    assert path.read_text(encoding="utf-8") == text
    assert run("a.py", "-o", name, "--overwrite").status == 1
    assert "CUP101" in path.read_text(encoding="utf-8")


OURS = "x:1:1: CUP101 [a] mine\n"
FULL = "CUP101 a: b\n  --> x:1:1\n   |\n"


@pytest.mark.parametrize(
    "text",
    [OURS + "and my own notes\n", OURS[:-1], FULL + "\nmy own notes\n", FULL + "my own notes\n", FULL + "\n",
     "1  CUP101  a\nmine\n", '[{"code": "CUP101"}]\n', "[]", "[[]]\n", "[" * 100_000, "{}\n",
     '{"version": "2.1.0", "runs": [], "$schema": ""}\n', '{"a": 1}\n{"a": 2}\n',
     '[{"code": "CUP101", "name": "a", "count": 1, "mine": 2}]\n', "::error title=CUP101 a,file=x::\nmine\n",
     "Found 3 errors in 2 files.\n", "<!DOCTYPE html>\n<title>cupylint: findings</title>\n",
     '<testsuites name="cupylint" tests="1" failures="0" errors="0">\nmine\n'],
)  # fmt: skip
def test_what_only_begins_like_a_report_stays(run: Any, racy: None, write: Any, text: str) -> None:
    path = write("out.txt", text)
    assert (run("a.py", "-o", "out.txt").err, path.read_text(encoding="utf-8")) == (REFUSED.format("out.txt"), text)


@pytest.fixture(scope="module")
def many(root: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Finding]:
    """What the linter finds in programs of several rules and in a notebook."""
    book = tmp_path_factory.mktemp("book") / "n.ipynb"
    cell = {"cell_type": "code", "source": "import cupy as cp\ncp.full_likes(3)"}
    book.write_text(json.dumps({"cells": [cell]}))
    folders = [root / "fixtures" / code for code in ("CUP104", "CUP301", "CUP302")]
    return cupylint.lint([*folders, book], isolated=True)


@pytest.mark.parametrize("form", FORMATS)
def test_every_line_of_a_true_report_is_known(many: list[Finding], form: str) -> None:
    report = render(many, form, Page(lambda name: None)).encode()
    assert report.count(b"CUP") > 20
    assert b"cell" in report
    assert writing.is_report(report)
    assert not writing.is_report(report + b"mine\n")


def test_a_link_is_replaced_and_never_written_through(run: Any, racy: None, write: Any, project: Path) -> None:
    victim = write("victim.txt", "important\n")
    for target in ("victim.txt", "gone.txt"):
        Path("out.txt").unlink(missing_ok=True)
        os.symlink(target, "out.txt")
        run("a.py", "-o", "out.txt", "--overwrite")
        assert not Path("out.txt").is_symlink()
        assert Path("out.txt").stat().st_size
    assert victim.read_text(encoding="utf-8") == "important\n"
    assert not Path("gone.txt").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes there")
def test_a_pipe_without_a_reader_is_not_waited_for(run: Any, racy: None, project: Path) -> None:
    os.mkfifo("out.txt")
    done = run("a.py", "-o", "out.txt")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert run("a.py", "-o", "/dev/null").status == 1


def test_a_run_that_is_cut_off_leaves_the_earlier_report(
    run: Any, racy: None, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("a.py", "-o", "out.txt")
    before = Path("out.txt").read_bytes()

    def cut(*paths: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(writing.os, "replace", cut)
    assert run("a.py", "-o", "out.txt", "--statistics").status == 130
    assert Path("out.txt").read_bytes() == before
    assert sorted(os.listdir()) == ["a.py", "out.txt"]


def test_a_folder(run: Any, racy: None, project: Path) -> None:
    Path("out").mkdir()
    done = run("a.py", "-o", "out")
    assert (done.status, done.err.count("\n")) == (2, 1)


def test_a_page_that_somebody_has_changed_stays(run: Any, racy: None, project: Path) -> None:
    path = project / "out.html"
    run("a.py", "-o", "out.html", "--output-format", "html")
    page = path.read_text(encoding="utf-8")
    assert run("a.py", "-o", "out.html").status == 1  # nobody has changed it yet
    path.write_text(page.replace("A read races", "A read, I think, races"), encoding="utf-8")
    assert run("a.py", "-o", "out.html").err == REFUSED.format("out.html")
