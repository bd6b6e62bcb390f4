"""What the words behind ``--`` mean, and where the project of a command lies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from cupylint.runtime_checks import command, linting
from cupylint.runtime_checks.command import Command
from cupylint.runtime_checks.options import UsageError, parse


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: a project with a program in it."""
    for name in ("pyproject.toml", "driver.py", "src/pkg/__init__.py", "src/pkg/a.py", "src/pkg/b.py", "tests/x.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("argv", "paths", "arguments", "words"),
    [
        (["driver.py"], ("driver.py",), (), ()),
        (["driver.py", "--", "tests/x.py", "-n"], ("driver.py",), ("tests/x.py", "-n"), ()),
        (["driver.py", "--", "python", "tests/x.py"], ("driver.py",), (), ("python", "tests/x.py")),
        (["driver.py", "--", "/usr/bin/python3.12", "-m", "p"], ("driver.py",), (), ("/usr/bin/python3.12", "-m", "p")),
        (["driver.py", "--", "python.npy"], ("driver.py",), ("python.npy",), ()),
        (["src", "--", "driver.py", "x"], ("src",), (), ("driver.py", "x")),
        (["src/pkg/a.py", "src/pkg/b.py", "--", "driver.py"], ("src/pkg/a.py", "src/pkg/b.py"), (), ("driver.py",)),
        (["--", "pytest", "tests"], (), (), ("pytest", "tests")),
    ],
)
def test_arguments_and_commands_are_told_apart(
    argv: list[str], paths: tuple[str, ...], arguments: tuple[str, ...], words: tuple[str, ...]
) -> None:
    """One file before it: arguments. Else, or where the first word is an interpreter: a command."""
    options = parse(argv)
    assert (options.paths, options.arguments, options.command) == (paths, arguments, words)
    assert not options.fixtures


@pytest.mark.parametrize("argv", [["--"], ["src", "--"], ["a.py", "b.py"], ["--changed", "--", "driver.py"]])
def test_what_makes_no_sense_is_said(argv: list[str]) -> None:
    with pytest.raises(UsageError):
        parse(argv)


def test_commands() -> None:
    assert command.parse(["python", "-u", "-m", "pkg.a", "-n", "4"]) == Command("", "pkg.a", ("-n", "4"))
    assert command.parse([sys.executable, "-mpkg"]) == Command("", "pkg", ())
    assert command.parse(["python3", "driver.py", "-m"]) == Command("driver.py", "", ("-m",))
    for words in (["-n", "4"], ["-n4"], ["--numprocesses", "auto"], ["--numprocesses=2"]):
        given = command.parse(["python", "-m", "pytest", *words, "-x"]).arguments
        assert "".join(given) in ("-n0-x", "--numprocesses0-x", "--numprocesses=0-x")
    assert command.parse(["driver.py", "x"]) == Command("driver.py", "", ("x",))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["python"], "name a FILE.py or -m MODULE"),
        (["python", "-c", "pass"], "python -c: this option is not supported"),
        (["python", "-m"], "'' is no name of a module"),
        (["python", "none.py"], "none.py: is not a file"),
        (["/nowhere/bin/python", "driver.py"], "is another Python than cupylint's"),
        (["no-such-command"], "is neither a file nor a command"),
        (["./none.py"], "is not a file"),
    ],
)
def test_a_command_that_is_none(words: list[str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        command.parse(words)


def test_a_command_that_is_not_python(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = folder / "bin" / "tool"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\n", encoding="utf-8")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent))
    with pytest.raises(UsageError, match="is no Python program"):
        command.parse(["tool"])
    tool.write_text(f"#!{sys.executable}\n", encoding="utf-8")
    assert command.parse(["tool", "x"]) == Command(str(tool), "", ("x",))
    assert command.project_of(Command(str(tool), "", ())) == "."


def test_the_project_of_a_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest folder that looks like one, from the program or, for a module, from the current folder."""
    assert command.project_of(Command("", "pytest", ())) == "."
    monkeypatch.chdir(folder / "tests")
    assert command.project_of(Command("", "pytest", ())) == str(folder)
    assert command.project_of(Command(os.path.join("..", "driver.py"), "", ())) == str(folder)


def test_the_modules_that_a_program_imports_are_linted(folder: Path) -> None:
    """Nothing is run to find them: imports in functions, relative ones and packages on the way count."""
    Path("driver.py").write_text("import os, numpy\nfrom pkg import a\n\ndef later():\n    import tests.x\n", "utf-8")
    Path("src/pkg/a.py").write_text("from . import b\nraise SystemExit\n", "utf-8")
    found = {os.path.join("src", "pkg", name) for name in ("__init__.py", "a.py", "b.py")}
    assert linting._imported("driver.py") == {*found, os.path.join("tests", "x.py")}
