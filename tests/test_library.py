"""The Python interface: `cupylint.check` and `cupylint.lint`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cupylint
from cupylint.cli import main

RACY = """\
import cupy as cp
a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
with a:
    x = cp.ones(9)
with b:
    y = x + 1
"""


def places(findings: list[cupylint.Finding]) -> list[tuple[str, str, int]]:
    return [(Path(finding.filename).name, finding.code, finding.location.row) for finding in findings]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program that has a finding, and a configuration that knows better."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text(RACY)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.py").write_text(RACY)
    (tmp_path / "sub" / "pyproject.toml").write_text('[tool.cupylint]\nignore = ["CUP101"]\n')
    return tmp_path


@pytest.mark.parametrize("source", [RACY, RACY.encode()])
def test_a_text(source: str | bytes) -> None:
    (finding,) = cupylint.check(source)
    assert (finding.filename, finding.code, finding.location.row) == ("<string>", "CUP101", 6)
    assert finding.fix is not None
    assert finding.fix.verified


def test_the_coding_comment_of_a_text_is_past() -> None:
    text = f"# -*- coding: latin-1 -*-\nü = 'ü'; {RACY}"
    (finding,) = cupylint.check(text)
    assert finding.location.row == 7
    assert [found.code for found in cupylint.check(b"# coding: utf-8\nimport cupy\n\xff")] == ["CUP900"]


def test_a_file(project: Path) -> None:
    assert places(cupylint.check(Path("a.py"))) == [("a.py", "CUP101", 6)]
    assert cupylint.check(Path("sub/b.py")) == []
    assert places(cupylint.check(Path("sub/b.py"), isolated=True)) == [("b.py", "CUP101", 6)]
    assert cupylint.check(RACY, filename="sub/new.py") == []
    assert cupylint.check(RACY, config="sub/pyproject.toml") == []
    with pytest.raises(FileNotFoundError):
        cupylint.check(Path("gone.py"))


def test_files_and_folders(project: Path) -> None:
    assert places(cupylint.lint(".")) == places(cupylint.lint([project])) == [("a.py", "CUP101", 6)]
    assert places(cupylint.lint([Path("sub"), "a.py"], isolated=True)) == [("a.py", "CUP101", 6), ("b.py", "CUP101", 6)]
    with pytest.raises(FileNotFoundError, match=r"^gone: no such file or directory$"):
        cupylint.lint(["a.py", "gone"])


@pytest.mark.slow
def test_the_number_of_processes_does_not_matter(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cupylint.lint(".", isolated=True, jobs=2) == cupylint.lint(".", isolated=True, jobs=1)
    reports = []
    for jobs in ("2", "1"):
        main([".", "--isolated", "--output-format", "html", "-j", jobs])
        reports.append(capsys.readouterr().out)
    assert reports[0] == reports[1]


def test_options() -> None:
    assert cupylint.check(RACY, ignore=["unordered-read"]) == []
    assert cupylint.check(RACY, select="CUP5") == []
    assert cupylint.check(RACY, fixes=False)[0].fix is None
    maybe = RACY.replace("with b:", "finish(a)\nwith b:")
    assert len(cupylint.check(maybe, min_confidence="low")) > len(cupylint.check(maybe))


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        (
            {"select": ["CUP1O1"]},
            cupylint.ConfigError,
            "select is wrong: no rule matches 'CUP1O1': did you mean CUP",
        ),
        (
            {"min_confidence": "sure"},
            cupylint.ConfigError,
            "min-confidence must be one of high, medium, low, not 'sure'",
        ),
        ({"min_confidnce": "low"}, TypeError, "there is no option 'min_confidnce'"),
        ({"config": "gone.toml"}, cupylint.ConfigError, "gone.toml: cannot be read"),
    ],
)
def test_mistakes(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        cupylint.check("", **options)


def test_what_cannot_be_parsed_is_a_finding(project: Path) -> None:
    assert places(cupylint.check("import cupy\nx = (\n")) == [("<string>", "CUP900", 2)]
    (project / "c.py").write_bytes(b"import cupy\n\0")
    assert places(cupylint.lint("c.py")) == [("c.py", "CUP900", 2)]


def test_importing_the_package_imports_nothing_else(root: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(root)!r}); import cupylint; "
        "print([name for name in sys.modules if name.startswith('cupylint.')], {*cupylint.__all__} - {*dir(cupylint)})"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[] set()\n"
    assert all(hasattr(cupylint, name) for name in cupylint.__all__)
    with pytest.raises(AttributeError, match="module 'cupylint' has no attribute 'lnit'"):
        cupylint.lnit  # type: ignore[attr-defined]  # noqa: B018
