"""The flake8 plugin by itself: what it hands to the engine and what it makes of the answer."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cupylint.config import Settings
from cupylint.findings import Finding, Location, Premise, Related
from cupylint.flake8_plugin import Plugin
from cupylint.source import decode

Check = Callable[[bytes, str, Settings, object], list[Finding]]


def finding(**changes: Any) -> Finding:
    location = Location(17, 9, 17, 10)
    return Finding("CUP101", "unordered-read", "error", "y is read too soon", location, "demo.py", **changes)


def run(text: str, filename: str = "demo.py") -> list[tuple[int, int, str, type]]:
    return list(Plugin(ast.parse(""), text.splitlines(keepends=True), filename).run())


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Callable[[Check], None]:
    """Puts a stand-in where the plugin looks for the engine."""

    def install(check: Check) -> None:
        stand_in = ModuleType("cupylint.engine")
        stand_in.check_bytes = check  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "cupylint.engine", stand_in)

    return install


def test_columns_count_from_zero(engine: Callable[[Check], None]) -> None:
    engine(lambda data, filename, settings, workspace: [finding()])
    assert run("import cupy\n") == [(17, 8, "CUP101 y is read too soon", Plugin)]


def test_the_other_access_is_in_the_text(engine: Callable[[Check], None]) -> None:
    here = Related(Location(13, 5, 13, 6), "written on stream1")
    there = Related(Location(13, 5, 13, 6), "written on stream1", "other.py")
    engine(lambda data, filename, settings, workspace: [finding(related=(here,)), finding(related=(there,))])
    assert [text for _, _, text, _ in run("import cupy\n")] == [
        "CUP101 y is read too soon (13: written on stream1)",
        "CUP101 y is read too soon (other.py:13: written on stream1)",
    ]


def test_what_it_rests_on_is_in_the_text(engine: Callable[[Check], None]) -> None:
    here = Related(Location(13, 5, 13, 6), "written on stream1")
    engine(
        lambda data, filename, settings, workspace: [
            finding(related=(here,), premises=(Premise("size", "len(a) is 6", 6),))
        ]
    )
    assert [text for _, _, text, _ in run("import cupy\n")] == [
        "CUP101 y is read too soon (13: written on stream1) (if len(a) is 6)"
    ]


def test_one_analysis_of_the_lines_handed_over(engine: Callable[[Check], None]) -> None:
    seen: list[tuple[bytes, str]] = []

    def check(data: bytes, filename: str, settings: Settings, workspace: object) -> list[Finding]:
        seen.append((data, filename))
        return []

    engine(check)
    text = "# -*- coding: latin-1 -*-\nimport cupy\r\nname = 'café'\f\n"
    assert run(text, "no/such/file.py") == []
    ((data, filename),) = seen
    assert (decode(data), filename) == (text, "no/such/file.py")


class Panic(BaseException):
    """Not an `Exception`, as the panics of extension modules."""


@pytest.mark.parametrize("error", [ValueError("two\nlines"), RecursionError("deep"), Panic("at the disco")])
def test_a_failure_is_one_line(engine: Callable[[Check], None], error: BaseException) -> None:
    def check(data: bytes, filename: str, settings: Settings, workspace: object) -> list[Finding]:
        raise error

    engine(check)
    ((row, column, text, plugin),) = run("import cupy\n")
    assert (row, column, plugin) == (1, 0, Plugin)
    assert re.fullmatch(r"CUP900 .*: (ValueError: two lines|RecursionError: deep|Panic: at the disco); .*", text)


def test_interrupting_still_works(engine: Callable[[Check], None]) -> None:
    def check(data: bytes, filename: str, settings: Settings, workspace: object) -> list[Finding]:
        raise KeyboardInterrupt

    engine(check)
    with pytest.raises(KeyboardInterrupt):
        run("import cupy\n")


def test_files_without_cupy_cost_few_imports(root: Path) -> None:
    program = (
        "import sys; from cupylint.flake8_plugin import Plugin\n"
        "assert not list(Plugin(None, ['import numpy\\n'] * 100, 'a.py').run())\n"
        "print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    ours = {name for name in loaded.stdout.split() if name.partition(".")[0] in ("cupylint", "libcst", "numpy")}
    names = ("cupylint", "flake8_plugin", "findings", "guards", "marks", "records", "workspace", "skim", "source")
    assert ours == {name if name == "cupylint" else f"cupylint.{name}" for name in names}


def test_each_run_sees_the_files_as_they_are_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    user = str(tmp_path / "user.py")
    text = "import cupy as cp\nfrom helper import queue\nwith queue:\n    x = cp.ones(9)\ny = x + 1\n"
    helper = tmp_path / "helper.py"
    monkeypatch.setattr(Plugin, "workspace", None)  # put back afterwards
    for stream, found in (("contextlib.nullcontext()", 0), ("cp.cuda.Stream(non_blocking=True)", 1)):
        helper.write_text(f"import contextlib\nimport cupy as cp\nqueue = {stream}\n")
        Plugin.parse_options(None)
        assert len(run(text, user)) == found
