"""Configuration that was written to keep the linter busy, to lift its bounds or to fill a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.cli import arguments, options
from cupylint.config import ConfigError, Resolver, Settings, from_table, load
from cupylint.escape import shortened
from cupylint.selectors import enabled

ROOT = Path(__file__).resolve().parents[1]
START = "[tool.cupylint]\n"
HUGE = "0x1" + "0" * 5_000
LONG = 900_000
ENOUGH = 2.0


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def mistake(text: str) -> str:
    """What is said about a configuration, within two seconds of a processor."""
    Path("pyproject.toml").write_text(text)
    start = time.process_time()
    with pytest.raises(ConfigError) as caught:
        load("pyproject.toml", root="")
    assert time.process_time() - start < ENOUGH
    assert len(str(caught.value)) < 800
    return str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        START + ".".join("a" * 20_000) + " = 1",
        START + " . ".join(['"a"'] * 20_000) + " = 1",
        "[" + ".".join("a" * 20_000) + "]\n" + START,
        "[" + ".".join("a" * 900) + "]\n" + "".join(f"b{n} = 1\n" for n in range(60_000)) + START,
        "".join(f"a{n}." + ".".join("a" * 900) + " = 1\n" for n in range(400)) + START,
        START + "select = " + "[\n" * 100_000,
        START + "select = " + "{a = " * 100_000,
    ],
    ids=["key", "quoted", "header", "keys below a header", "many keys", "lists", "tables"],
)
def test_what_takes_the_parser_too_long(text: str) -> None:
    assert "too many dots or brackets" in mistake(text)


def test_usual_texts_are_within_these_bounds() -> None:
    versions = "".join(f'"{n}.{n}.{n}", ' for n in range(2_000))
    Path("pyproject.toml").write_text(
        f"[project]\ndescription = '{'.' * 900}'\nversions = [{versions}]\n[a.b.c]\n"
        + "".join(f'k{n} = "a.b"\n' for n in range(9_000)) + START + "jobs = 2\n"
    )  # fmt: skip
    found = load("pyproject.toml", root="")
    assert found is not None and found.jobs == 2


def test_a_large_file() -> None:
    assert mistake(START + "#" * 1_000_000) == "pyproject.toml: cannot be read: is larger than 1 MB"


def test_too_many_entries() -> None:
    assert "exclude has 100,000 entries: at most 2,000" in mistake(START + "exclude = [" + '"*a",' * 100_000 + "]")
    globs = "".join(f'"*a{number}*" = []\n' for number in range(20_000))
    assert "per-file-ignores has 20,000 entries: at most 2,000" in mistake(f"[tool.cupylint.per-file-ignores]\n{globs}")


def test_globs_are_compiled_once() -> None:
    settings = from_table(
        {"per-file-ignores": {f"*a*{number}*": ["CUP1"] for number in range(2_000)}}, source="", root=""
    )

    def ask() -> None:
        for number in range(100):
            for _ in range(40):
                enabled("CUP201", "slow-copy", True, settings, f"f{number}.py")

    assert seconds(ask) < ENOUGH
    assert not enabled("CUP101", "x", True, settings, "a7.py")
    assert enabled("CUP101", "x", True, settings, "b7.py")


@pytest.mark.parametrize(
    "key", ["cupy-version", "output-format", "jobs", "time-limit", "memory-limit", "device-memory", "select", "maybe"]
)
@pytest.mark.parametrize("number", [HUGE, "1" + "0" * 400, f"[{HUGE}]", "-1" + "0" * 400])
def test_huge_numbers(key: str, number: str) -> None:
    assert f"{key} " in mistake(f"{START}{key} = {number}\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("time-limit = 101", "time-limit must be at most 100 s (the option --time-limit may say more)"),
        ("time-limit = 1e300", "time-limit must be at most 1,000,000,000 seconds"),
        ("time-limit = inf", "time-limit must be a number of seconds above 0, not inf"),
        ("time-limit = nan", "time-limit must be a number of seconds above 0, not nan"),
        ('memory-limit = "6GB"', "memory-limit must be at most 5 GB (the option --memory-limit may say more)"),
    ],
)
def test_a_file_cannot_lift_the_bounds(line: str, said: str) -> None:
    assert said in mistake(START + line)


def test_an_option_can() -> None:
    Path("pyproject.toml").write_text(START + 'time-limit = 100\nmemory-limit = "5GB"\n')
    assert Resolver().settings_for(".").time_limit == 100
    given = options.parser().parse_args(["--time-limit", "5000", "--memory-limit", "20GB"])
    settings = Resolver(arguments.overrides(given)).settings_for(".")
    assert (settings.time_limit, settings.memory_limit) == (5000, 20 * 10**9)


@pytest.mark.parametrize(
    "text",
    [
        START + "a" * LONG + " = 1",
        f'{START}select = ["{"a" * LONG}"]',
        f'{START}output-format = "{"a" * LONG}"',
        f'{START}device-memory = "{"a" * LONG}"',
        f'{START}waits = ["{"-" * LONG}"]',
        f'{START}exclude = ["[[:{"a" * LONG}:]]"]',
        f'[tool.cupylint.per-file-ignores]\n"{"a" * LONG}[" = []',
    ],
    ids=["key", "select", "format", "memory", "waits", "exclude", "globs"],
)
def test_messages_are_short(text: str) -> None:
    mistake(text)


def test_shortened() -> None:
    assert shortened("abc") == "'abc'"
    assert shortened("a" * 300) == "'" + "a" * 195 + "...'"
    assert shortened([10**5_000]) == "a value of type list"


@pytest.mark.parametrize("error", [PermissionError(13, "Permission denied"), OSError(5, "Input/output error")])
def test_a_file_that_cannot_be_read(error: OSError, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: object, *rest: object) -> None:
        raise error

    Path("pyproject.toml").write_text(START)
    monkeypatch.setattr("cupylint.config.read_regular", fails)
    if isinstance(error, PermissionError):  # nor can the folder be searched
        monkeypatch.setattr(os.path, "exists", lambda path: False)
    with pytest.raises(ConfigError, match=rf"^pyproject\.toml: cannot be read: {error.strerror}$"):
        load(os.path.abspath("pyproject.toml"), root="")


def test_the_current_folder_is_asked_for_only_when_something_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a deep folder that takes long, and there is a place for a configuration in each one above."""
    asked: list[str] = []
    monkeypatch.setattr(os, "getcwd", lambda: asked.append("") or "/nowhere")
    assert Resolver().settings_for("/nowhere" + "/d" * 50) == Settings()
    assert not asked


GONE = """\
import os, subprocess, sys
os.mkdir("gone"); os.chdir("gone"); os.rmdir(os.path.abspath("."))
raise SystemExit(subprocess.call([sys.executable, "-m", "cupylint", *sys.argv[1:]]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use stays there")
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["FILE"], 1, ":3:5: CUP301 "),
        (["FILE", "OTHER", "-j2"], 1, ":3:5: CUP301 "),
        (["--memory", "FILE"], 0, ": peak "),
        (["good.py"], 2, "cupylint: good.py: no such file or directory\n"),
        ([], 2, "cupylint: the current folder is gone: change to another one, or give absolute paths\n"),
        (["-"], 2, "cupylint: the current folder is gone: change to another one, or give absolute paths\n"),
    ],
)
def test_the_current_folder_is_gone(tmp_path: Path, arguments: list[str], status: int, said: str) -> None:
    for name in ("FILE", "OTHER"):
        (tmp_path / f"{name}.py").write_bytes(b"import cupy as cp\n\nx = cp.arrange(3)\ny = cp.zeros(9)\n")
    named = [str(tmp_path / f"{word}.py") if word in ("FILE", "OTHER") else word for word in arguments]
    if "--memory" not in named:
        named += ["--output-format", "concise"]
    done = subprocess.run(
        [sys.executable, "-c", GONE, *named], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    assert said in done.stdout + done.stderr
    assert "Error" not in done.stdout + done.stderr
