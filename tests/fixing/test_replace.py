"""Files are replaced all together or not at all, and only if they are what was read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cupylint.fixing import replace
from cupylint.fixing.replace import Change, NotReplaced, obstacle, replace_all


@pytest.fixture
def two(tmp_path: Path) -> list[Change]:
    """Changes of two files."""
    made = []
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_bytes(b"old\r\n")
        made.append(Change(str(tmp_path / name), b"old\r\n", b"new"))
    return made


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_all_are_written(two: list[Change], tmp_path: Path) -> None:
    os.chmod(two[0].path, 0o751)
    replace_all(two)
    assert contents(tmp_path) == {"a.py": b"new", "b.py": b"new"}
    assert os.stat(two[0].path).st_mode & 0o777 == 0o751


def test_none_is_written_where_one_was_changed_meanwhile(two: list[Change], tmp_path: Path) -> None:
    Path(two[1].path).write_bytes(b"somebody's work")
    with pytest.raises(NotReplaced, match=r"b\.py: was changed while it was linted: no file was written, run again"):
        replace_all(two)
    assert contents(tmp_path) == {"a.py": b"old\r\n", "b.py": b"somebody's work"}


def test_none_is_written_where_one_is_gone(two: list[Change], tmp_path: Path) -> None:
    os.unlink(two[1].path)
    with pytest.raises(NotReplaced, match=r"b\.py: cannot be read"):
        replace_all(two)
    assert contents(tmp_path) == {"a.py": b"old\r\n"}


@pytest.mark.parametrize("change", [b"somebody's work", None])
def test_what_was_written_is_taken_back(
    two: list[Change], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: bytes | None
) -> None:
    """The second file is changed, or cannot be written, after the first one was put in its place."""
    put = os.replace

    def put_once(source: str, target: str) -> None:
        put(source, target)
        monkeypatch.setattr(os, "replace", fails if change is None else put)
        if change is not None:
            Path(two[1].path).write_bytes(change)

    def fails(source: str, target: str) -> None:
        monkeypatch.setattr(os, "replace", put)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", put_once)
    with pytest.raises(NotReplaced, match=r"b\.py"):
        replace_all(two)
    assert contents(tmp_path) == {"a.py": b"old\r\n", "b.py": change or b"old\r\n"}


def test_a_link_stays_one(two: list[Change], tmp_path: Path) -> None:
    link = tmp_path / "link.py"
    link.symlink_to("a.py")
    replace_all([Change(str(link), b"old\r\n", b"new")])
    assert link.is_symlink() and (tmp_path / "a.py").read_bytes() == b"new"


def test_obstacles(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside.py"
    inside.mkdir()
    outside.write_text("x")
    (inside / "link.py").symlink_to(outside)
    allowed = [str(inside.resolve())]
    assert obstacle(str(inside / "link.py"), allowed) == "is a link that leads elsewhere"
    assert obstacle(str(inside / "link.py"), [str(outside.resolve())]) == ""
    assert obstacle(str(inside / "gone.py"), allowed) == "cannot be read: No such file or directory"
    (inside / "fixed.py").write_text("x")
    os.chmod(inside / "fixed.py", 0o444)
    assert obstacle(str(inside / "fixed.py"), allowed) == "is read-only"


@pytest.mark.skipif(replace.fcntl is None, reason="no locks")
def test_of_many_processes_that_change_a_file_each_sees_what_the_others_wrote(root: Path, tmp_path: Path) -> None:
    """Each adds one to a number, again until it could: no step is lost, and nothing is left behind."""
    path = tmp_path / "n.py"
    path.write_bytes(b"0")
    program = (
        "import sys\nfrom cupylint.fixing.replace import *\n"
        "for _ in range(20):\n"
        "    while True:\n"
        "        old = open(sys.argv[1], 'rb').read()\n"
        "        try:\n"
        "            replace_all([Change(sys.argv[1], old, b'%d' % (int(old) + 1))])\n"
        "        except NotReplaced:\n"
        "            continue\n"
        "        break\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", program, str(path)]
    started = [subprocess.Popen(command, env=environment) for _ in range(2)]
    assert [process.wait(60) for process in started] == [0, 0]
    assert contents(tmp_path) == {"n.py": b"40"}
