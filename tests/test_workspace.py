"""What a run knows of files is its own, and can be forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest

from cupylint.config import Settings
from cupylint.engine import check_bytes
from cupylint.workspace import Member, Workspace

USER = b"""
import cupy as cp
from helper import queue

with queue:
    x = cp.ones(9)
y = x + 1
"""
STREAM = "import cupy as cp\n\nqueue = cp.cuda.Stream(non_blocking=True)\n"
NO_STREAM = "import contextlib\n\nqueue = contextlib.nullcontext()\n"


@pytest.fixture
def helper(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("")
    path = tmp_path / "helper.py"
    path.write_text(STREAM)
    return path


def codes(folder: Path, workspace: Workspace | None = None) -> list[str]:
    """What is found in a file that takes its stream, or none, from the helper."""
    return [finding.code for finding in check_bytes(USER, str(folder / "user.py"), Settings(), workspace)]


def test_two_workspaces_do_not_see_each_others_files(helper: Path, tmp_path: Path) -> None:
    one, other = Workspace(), Workspace()
    one.hold({str(helper): NO_STREAM.encode()})
    assert codes(tmp_path, one) == []
    assert codes(tmp_path, other) == ["CUP103"]
    assert codes(tmp_path, one) == []
    assert codes(tmp_path) == ["CUP103"]


def test_what_is_new_in_a_folder_is_seen_by_the_next_workspace(helper: Path, tmp_path: Path) -> None:
    helper.unlink()
    before = Workspace()
    assert codes(tmp_path, before) == []
    helper.write_text(STREAM)
    assert codes(tmp_path, before) == []  # files must not change while it is in use
    assert codes(tmp_path, Workspace()) == ["CUP103"]


@pytest.mark.parametrize(("old", "new"), [(STREAM, NO_STREAM), (NO_STREAM, STREAM), ("", STREAM), (STREAM, "")])
def test_a_file_that_is_forgotten_is_read_again(helper: Path, tmp_path: Path, old: str, new: str) -> None:
    def write(text: str) -> None:
        if text:
            helper.write_text(text)
        else:
            helper.unlink(missing_ok=True)

    write(old)
    workspace = Workspace()
    assert codes(tmp_path, workspace) == codes(tmp_path)
    write(new)
    expected = codes(tmp_path)
    workspace.forget(str(helper))
    assert codes(tmp_path, workspace) == expected == (["CUP103"] if new == STREAM else [])


def test_what_is_forgotten_does_not_cost_the_other_files(helper: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text("x = 1\n")
    workspace = Workspace()
    known = workspace.body(str(other))
    assert known is not None
    workspace.forget(str(helper))
    assert workspace.body(str(other)) is known


def test_a_file_that_is_edited_may_put_another_one_in_its_place(tmp_path: Path) -> None:
    for name in ("a", "b", "d/__init__", "d/c"):
        (tmp_path / f"{name}.py").parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.py").write_text("x = 1\n")
    importer, a, c = (str(tmp_path / f"{name}.py") for name in ("b", "a", "d/c"))
    workspace = Workspace()
    assert workspace.find(importer, "a") == Member(a)
    workspace.hold({a: b"import sys\nfrom d import c\nsys.modules[__name__] = c\n"})
    assert workspace.find(importer, "a") == Member(c)
    workspace.hold({})
    assert workspace.find(importer, "a") == Member(a)
