"""``--hook``: the words of pre-commit are options first, then names of files, whatever these are called."""

from __future__ import annotations

from typing import Any

import pytest

RACY = "import cupy\nunordered-read()\n"


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("--isolated", ["--isolated"]),
        ("--select=CUP1", ["--isolated", "--select=CUP1"]),
        ("--select", ["--select", "CUP1"]),
        ("-j1", ["--config", "pyproject.toml", "-j1"]),
        ("--hook", []),
    ],
)
def test_a_file_takes_no_option_away(run: Any, write: Any, name: str, options: list[str]) -> None:
    write("pyproject.toml", '[tool.cupylint]\nignore = ["CUP"]\n')
    write("b.py", RACY)
    write(name, "")
    done = run("--hook", *options, "b.py")
    what = "a file is called like this option: rename the file, or exclude it from the hook"
    assert (done.status, done.out, done.err) == (2, "", f"cupylint: {name}: {what}\n")


def test_a_file_gives_no_option(run: Any, write: Any) -> None:
    for name in ("--nonsense", "--exit-zero", "-ovictim", "b.py"):
        write(name, RACY)
    for first in ("--nonsense", "b.py"):
        done = run("--hook", "--output-format", "concise", first, "--exit-zero", "-ovictim")
        assert (done.status, done.out.count("unordered-read"), done.err) == (1, 3, "")
