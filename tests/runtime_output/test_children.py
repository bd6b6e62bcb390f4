"""Programs in processes of their own: how they end, and that nothing of them stays."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from cupylint.runtime_checks import children
from cupylint.runtime_checks.children import run

pytestmark = pytest.mark.usefixtures("fake_cupy")


def program(folder: Path, text: str) -> Path:
    path = folder / "some_program.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_ends(tmp_path: Path) -> None:
    end = run(program(tmp_path, "import cupy\nprint('noise')\n"), 30)
    assert (end.state, end.pool) == ("ended", 4096)
    assert 0 < end.seconds < 10


def test_sees_itself_as_if_started(tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text("value = 7\n", encoding="utf-8")
    text = "import sys, neighbour\nassert __name__ == '__main__' and sys.argv[1:] == ['a', 'b']\nimport table\n"
    end = run(program(tmp_path, text), 30, arguments=("a", "b"))
    assert (end.kind, end.row) == ("ModuleNotFoundError", 3), "the harness's own modules must not be in the way"


def test_fails_with_row(tmp_path: Path) -> None:
    end = run(program(tmp_path, "def f():\n    raise ValueError('a\\nb')\nf()\n"), 30)
    assert (end.state, end.kind, end.error, end.row) == ("failed", "ValueError", "a b", 2)
    assert not end.memory


@pytest.mark.parametrize(("code", "state"), [("0", "ended"), ("", "ended"), ("3", "failed"), ("'why'", "failed")])
def test_exit_status(tmp_path: Path, code: str, state: str) -> None:
    assert run(program(tmp_path, f"import sys\nsys.exit({code})\n"), 30).state == state


def test_memory(tmp_path: Path) -> None:
    text = (
        "import cupy\n"
        "assert cupy.get_default_memory_pool().limit == 4096\n"
        "raise cupy.OutOfMemoryError('Out of memory allocating 1,024 bytes (allocated so far: 3,584 bytes, limit...')\n"
    )
    end = run(program(tmp_path, text), 30, memory=4096)
    assert (end.memory, end.asked, end.held, end.row) == (True, 1024, 3584, 3)


def test_memory_that_the_program_limits_itself(tmp_path: Path) -> None:
    text = (
        "import os\n"
        "os.environ['CUPY_GPU_MEMORY_LIMIT'] = '2048'\n"
        "import cupy\n"
        "cupy.zeros(1)\n"
        "assert cupy.get_default_memory_pool().limit == 2048, 'nothing was allocated before'\n"
        "raise cupy.OutOfMemoryError('Out of memory allocating 1,024 bytes (allocated so far: 1,536 bytes, "
        "limit set to: 2,048 bytes).')\n"
    )
    end = run(program(tmp_path, text), 30)
    assert (end.memory, end.asked, end.held, end.bound) == (True, 1024, 1536, 2048)


def test_late_is_killed_where_it_stands(tmp_path: Path) -> None:
    start = time.monotonic()
    end = run(program(tmp_path, "import time\n\ntime.sleep(60)\n"), 0.5)
    assert (end.state, end.row) == ("late", 3)
    assert time.monotonic() - start < 30


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_it_started_goes_too(tmp_path: Path) -> None:
    text = (
        "import subprocess, sys, time, pathlib\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "pathlib.Path(sys.argv[1]).write_text(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    note = tmp_path / "pid"
    assert run(program(tmp_path, text), 1.5, arguments=(str(note),)).state == "late"
    pid = int(note.read_text())
    for _ in range(100):
        if not alive(pid):
            break
        time.sleep(0.05)
    assert not alive(pid)


def alive(pid: int) -> bool:
    """Whether the process runs; one that is only waited for counts as gone."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text() if Path("/proc").exists() else os.kill(pid, 0) is None
    except OSError:
        return False


def test_dies_without_a_word(tmp_path: Path) -> None:
    assert run(program(tmp_path, "import os\nos._exit(9)\n"), 30).state == "lost"


def test_without_cupy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "cupy.py").write_text("raise ImportError('no driver')\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(broken))
    end = run(children.CANARY, 30)
    assert end.state == "unusable" and "no driver" in end.error
