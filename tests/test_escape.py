"""What others chose to call their files, folders and programs moves no cursor and turns no text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint import cli, escape
from cupylint.flake8_plugin import Plugin

ROOT = Path(__file__).resolve().parents[1]
RACE = (ROOT / "fixtures" / "CUP101" / "bad_textbook.py").read_text(encoding="utf-8")
WRONG_NAME = "import cupy as cp\n\nx = cp.arrange(3)\n"
"""A program with a finding that takes no parser of its own, and so little time."""
HARMFUL = "\x1b\x07\x7f\x9b\u202e\u2066\u200e\u061c\u2028\u200b"
NAME = f"a{HARMFUL}b"
SHOWN = r"a\x1b\x07\x7f\x9b\u202e\u2066\u200e\u061c\u2028\u200bb"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no such names there")


def run(folder: Path, *argv: str) -> tuple[int, str]:
    """Exit status of the command as a process, and output with errors, in which nothing harmful may be."""
    done = subprocess.run(
        [sys.executable, "-m", "cupylint", *argv],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    return done.returncode, harmless(done.stdout)


def harmless(output: bytes) -> str:
    text = output.decode("utf-8")  # strictly
    assert not [char for char in text if char != "\n" and escape.is_harmful(char)], text
    return text


Here = Callable[..., tuple[int, str]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> Here:
    """The same command in this process: what is written does not depend on how it was started."""
    monkeypatch.chdir(tmp_path)

    def run(*argv: str) -> tuple[int, str]:
        status = cli.main(list(argv))
        return status, harmless(b"".join(capfdbinary.readouterr()))

    return run


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program with a finding, in a folder; both have a harmful name."""
    (tmp_path / NAME).mkdir()
    path = tmp_path / NAME / f"{NAME}.py"
    path.write_text(WRONG_NAME, encoding="utf-8")
    return path


def test_every_kind_of_output() -> None:
    assert escape.line(f"a\tb\r\nc{HARMFUL}\udcff") == "a b c" + SHOWN[1:-1] + r"\udcff"
    assert escape.lines("a\nb\rc") == "a\nb\\x0dc"
    assert json.loads(escape.to_json([HARMFUL, "\udcff", "é\n"])) == [HARMFUL, "\udcff", "é\n"]
    assert escape.to_json(HARMFUL).isascii()
    assert escape.to_html("<\x1b>\n") == "&lt;\\x1b&gt;\n"


def test_what_nobody_sees_is_shown() -> None:
    for char in map(chr, range(sys.maxunicode + 1)):
        if unicodedata.category(char) == "Cf":
            assert escape.line(char) == escape.lines(char) == escape.visible(char)
            assert escape.to_json(char).isascii()
            assert json.loads(escape.to_json(char)) == char
    kept = "e\u0301 \u2764\ufe0f \u0bcd"  # an accent, a coloured heart, a sign of Tamil
    assert escape.line(kept) == kept


@pytest.mark.parametrize("form", ["concise", "full"])
def test_findings(program: Path, form: str) -> None:
    program.write_text(RACE, encoding="utf-8")
    status, text = run(program.parents[1], "--output-format", form, ".")
    assert (status, f"{SHOWN}/{SHOWN}.py:" in text) == (1, True)


def test_json(program: Path) -> None:
    status, text = run(program.parents[1], "--output-format", "json", ".")
    assert (status, json.loads(text)[0]["filename"]) == (1, f"{NAME}/{NAME}.py")


@pytest.mark.parametrize("form", ["concise", "full", "json"])
def test_names_that_are_not_utf8(tmp_path: Path, form: str) -> None:
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.py")).write_text(WRONG_NAME, encoding="utf-8")
    status, text = run(tmp_path, "--output-format", form, ".")
    assert (status, r"caf\udce9.py" in text) == (1, True)
    assert form != "json" or json.loads(text)[0]["filename"] == "caf\udce9.py"


def test_a_report_in_a_file(program: Path, here: Here) -> None:
    folder = program.parents[1]
    assert here("--output-format", "concise", "-o", "report.txt", ".") == (1, "")
    assert SHOWN in (folder / "report.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "argv",
    [
        (f"gone{NAME}",),
        (f"--{NAME}",),
        ("--select", NAME),
        ("--explain", NAME),
        ("--memory", f"gone{NAME}"),
        ("--config", f"gone{NAME}"),
        ("--output-format", NAME),
        ("-o", f"gone/{NAME}", "."),
        ("-j", NAME),
        ("--verify", f"gone{NAME}"),
        ("--verify", "--backend", NAME),
        ("--verify", "--only", NAME),
    ],
)
def test_complaints(program: Path, here: Here, argv: tuple[str, ...]) -> None:
    status, text = here(*argv)
    assert (status, text.count("\n")) == (2, 1)
    assert r"\x1b" in text


def test_a_configuration_in_such_a_folder(program: Path, here: Here) -> None:
    (program.parent / "pyproject.toml").write_text('[tool.cupylint]\n"a\\u009b" = 1\n', encoding="utf-8")
    status, text = here(".")
    assert (status, text.count("\n")) == (2, 1)
    assert r"\x1b" in text


def test_memory(program: Path, here: Here) -> None:
    for form in ("full", "json"):
        assert here("--memory", str(program), "--output-format", form)[0] == 0


def test_flake8(program: Path) -> None:
    (program.parent / "pyproject.toml").write_text('[tool.cupylint]\nselect = ["a\\u202e"]\n', encoding="utf-8")
    ((_, _, text, _),) = Plugin(None, RACE.splitlines(keepends=True), str(program)).run()  # type: ignore[arg-type]
    assert text.startswith("CUP900 ")
    assert not any(map(escape.is_harmful, text))


@pytest.mark.slow
@pytest.mark.parametrize("form", ["table", "json"])
def test_verify(program: Path, form: str) -> None:
    program.write_text(RACE + "\nprint('\\x1b[31m\\x9b\\u202e')\nraise ValueError('\\x1b\\u202e')\n", encoding="utf-8")
    folder = program.parents[1]
    argv = ("--verify", "--backend", "simulator", "--output-format", form, "--report", "page.html")
    _, text = run(folder, *argv, str(program.relative_to(folder)))
    assert r"\x1b" in text or r"\u001b" in text
    page = (folder / "page.html").read_text(encoding="utf-8")
    assert not [char for char in page if char != "\n" and escape.is_harmful(char)]
