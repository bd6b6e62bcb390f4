"""Imports that were written to keep the linter busy, or to lead it out of the tree."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint import runner
from cupylint.config import Resolver, Settings
from cupylint.files import Target, discover
from cupylint.workspace import Workspace
from tests.projects.conftest import Lint

RACE = (Path(__file__).parents[2] / "fixtures" / "CUP101" / "bad_textbook.py").read_text(encoding="utf-8")
ENOUGH = 2.0
"""Seconds of a processor. What grows with the square of these inputs takes more than ten times as long."""


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_long_chain_of_imports_loses_nothing(lint: Lint, jobs: int) -> None:
    files = {f"m{number}.py": f"from m{number + 1} import x\n" for number in range(600)}
    files["m600.py"] = "import cupy as cp\nx = cp.cuda.Stream()\n"
    found = lint(files | {"b.py": RACE}, "m0.py", "b.py", jobs=jobs)
    assert [(finding.filename, finding.code) for finding in found] == [("b.py", "CUP101")]


def test_names_come_through_long_chains_and_circles(tmp_path: Path) -> None:
    for number in range(2_000):
        (tmp_path / f"m{number}.py").write_text(f"from m{number + 1} import x, y\nfrom m0 import z\n")
    (tmp_path / "m2000.py").write_text("import cupy\nimport time\nx = cupy.cuda.Stream()\ndef y(): time.time()\n")
    known = Workspace()
    assert b"x" in known.stream_names(str(tmp_path / "m0.py"))
    assert b"z" not in known.stream_names(str(tmp_path / "m0.py"))
    assert known.clock_names(str(tmp_path / "m0.py")) == {b"y"}
    assert known.imports_streams(str(tmp_path / "a.py"), b"from m7 import x\n")


@pytest.mark.parametrize("first", ["a", "b", "c"])
def test_a_circle_gives_the_same_from_everywhere(tmp_path: Path, first: str) -> None:
    (tmp_path / "a.py").write_text("from b import *\nimport cupy\ns = cupy.cuda.Stream()\n")
    (tmp_path / "b.py").write_text("from c import *\nfrom a import s\nimport cupy\ndef f(): return s\n")
    (tmp_path / "c.py").write_text("from a import *\nimport cupy\ndef g(): return f\n")
    known = Workspace()
    known.stream_names(str(tmp_path / f"{first}.py"))
    for name in ("a", "b", "c"):
        assert [what in known.stream_names(str(tmp_path / f"{name}.py")) for what in (b"s", b"f", b"g", b"h")] == [
            True, True, True, False,
        ]  # fmt: skip


def test_an_error_on_the_way_is_told_and_costs_one_file(
    lint: Lint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: Workspace, path: str) -> None:
        raise ZeroDivisionError("as planned")

    (tmp_path / "m.py").write_text("x = 1\n")
    monkeypatch.setattr(Workspace, "file", fails)
    found = lint({"a.py": "from m import x\n", "b.py": "import cupy\ncupy.arrange(3)\n"}, "a.py", "b.py")
    assert [(finding.filename, finding.code) for finding in found] == [("a.py", "CUP900"), ("b.py", "CUP301")]
    assert "ZeroDivisionError" in found[0].message


def test_nothing_is_remembered_of_a_failed_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "m.py").write_text("import cupy\nx = cupy.cuda.Stream()\n")
    known = Workspace()
    with monkeypatch.context() as patch:
        patch.setattr(Workspace, "file", lambda self, path: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            known.stream_names(str(tmp_path / "m.py"))
    assert b"x" in known.stream_names(str(tmp_path / "m.py"))


def test_one_import_repeated(tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text("import cupy as cp, time\nzzz = cp.cuda.Stream()\ndef yyy(): time.time()\n")
    data = b"import m\n" * 30_000
    known, importer = Workspace(), str(tmp_path / "a.py")
    assert seconds(lambda: known.imports_streams(importer, data)) < ENOUGH
    assert seconds(lambda: known.imports_clocks(importer, data)) < ENOUGH
    assert known.imports_streams(importer, data + b"m.zzz")


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"a{number}=Stream()\n" for number in range(15_000)),
        ";".join(f"a{number}=Stream()" for number in range(15_000)),
        "".join(f"a{number}=a{number + 1}\n" for number in range(15_000)) + "a15000=Stream()\n",
        "a0=Stream()\n" + "".join(f"a{number + 1}=a{number}\n" for number in range(15_000)),
    ],
    ids=["alike", "in a row", "backwards", "forwards"],
)
def test_many_names_in_an_imported_file(tmp_path: Path, text: str) -> None:
    (tmp_path / "m.py").write_text(f"from cupy.cuda import Stream\n{text}")
    known = Workspace()
    assert seconds(lambda: known.imports_streams(str(tmp_path / "a.py"), b"from m import b\n")) < ENOUGH
    assert b"a0" in known.stream_names(str(tmp_path / "m.py"))


# --- where relative imports lead ------------------------------------------------------------------


def test_a_relative_import_does_not_leave_the_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "out" / "tree" / "pkg"
    inner.mkdir(parents=True)
    (tmp_path / "out" / "secret.py").write_text("import cupy\nleak = cupy.cuda.Stream()\n")
    (inner / "a.py").write_text("from ...secret import leak\nimport cupy\nwith leak:\n    cupy.zeros(3)\n")
    monkeypatch.chdir(inner.parent)
    opened: list[str] = []
    monkeypatch.setattr(Workspace, "file", lambda self, path: opened.append(path))
    targets = discover(["."], Resolver(isolated=True)).targets
    assert [os.path.basename(target.path) for target in targets] == ["a.py"]
    runner.run(targets, jobs=1)
    assert not [path for path in opened if "secret" in path]


@pytest.mark.parametrize(
    ("files", "dotted", "expected"),
    [
        (["p/q/a.py", "p/b.py"], "..b", None),
        (["p/__init__.py", "p/q/__init__.py", "p/q/a.py", "p/b.py"], "..b", "p/b.py"),
        (["p/__init__.py", "p/q/a.py", "p/b.py"], "..b", "p/b.py"),
        (["p/__init__.py", "p/q/__init__.py", "p/q/a.py", "b.py"], "...b", None),
        (["pyproject.toml", "p/q/a.py", "p/b.py"], "..b", "p/b.py"),
        (["pyproject.toml", "p/q/a.py", "b.py"], "...b", None),
        (["p/q/a.py", "p/q/b.py"], ".b", "p/q/b.py"),
        (["p/q/a.py"], "." * 100_000 + "b", None),
    ],
)
def test_how_far_a_relative_import_climbs(tmp_path: Path, files: list[str], dotted: str, expected: str | None) -> None:
    for name in files:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    found = Workspace().find(str(tmp_path / "p" / "q" / "a.py"), dotted)
    assert (found.path if found is not None else None) == (str(tmp_path / expected) if expected else None)


def test_a_folder_two_thousand_levels_deep() -> None:
    deep = "/nowhere" + "/d" * 2_000 + "/a.py"
    assert Workspace().find(deep, "m") is None
    assert list(runner.run([Target(deep, Settings())]).findings)  # cannot be read


def test_names_that_lead_back_to_themselves_are_not_known(lint: Lint) -> None:
    files = {
        "pkg/__init__.py": "from . import fast\nfrom .a import *\n",  # `fast` is written in C
        "pkg/a.py": "from .b import *\nfrom .b import x\n",
        "pkg/b.py": "from .a import *\nfrom .a import x\n",
        "main.py": "from pkg import fast\nimport pkg\npkg.x\npkg.y\nfast.run(pkg.fast)\n" + RACE,
    }
    found = lint(files, "main.py")
    assert [(finding.filename, finding.code) for finding in found] == [("main.py", "CUP101")]
