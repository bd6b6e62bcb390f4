"""A file without its comments and docstrings: what only these mention asks for no analysis."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from cupylint import skim
from cupylint.config import Settings
from cupylint.engine import is_asked
from cupylint.outline import may_poll
from cupylint.workspace import Workspace


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"x = 1  # Stream\n", b"x = 1  \n", id="a comment"),
        pytest.param(b'"""Stream."""\nx = 1\n', b'""\nx = 1\n', id="a docstring"),
        pytest.param(b"'''it's a \"Stream\" '' '''\nx = 1\n", b'""\nx = 1\n', id="quotes in a docstring"),
        pytest.param(b"x = getattr(cuda, 'Stream')\n", b"x = getattr(cuda, 'Stream')\n", id="a short string"),
        pytest.param(b"x = '#'; Stream()\n", b"x = '#'; Stream()\n", id="no comment"),
        pytest.param(b'x = "\\"#"; Stream()  # y\n', b'x = "\\"#"; Stream()  \n', id="an escaped quote"),
        pytest.param(b"x = 'a\nStream()\n", b"x = 'a\nStream()\n", id="not closed on its line"),
        pytest.param(b'x = """Stream()\n', b'x = ""', id="never closed"),
    ],
)
def test_code(data: bytes, code: bytes) -> None:
    assert skim.code(data) == code


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("s = cupy.cuda.Stream()", True),
        ('"""A Stream is not used here."""', False),
        ("# s = cupy.cuda.Stream()", False),
        ("s = getattr(cupy.cuda, 'Stream')()", True),
    ],
)
def test_a_mention_in_words_alone_asks_no_rule_of_streams(line: str, asks: bool) -> None:
    chosen = {rule.code for rule in is_asked(f"import cupy\n{line}\n".encode(), "a.py", Settings(), Workspace())}
    assert ("CUP101" in chosen) == asks


_STREAMS = "s = cupy.cuda.Stream()\n"
_LOOP = "while not event.done:\n    time.sleep(0.1)\n"


@pytest.mark.parametrize(
    ("code", "text", "asks"),
    [
        ("CUP108", "def f():\n    yield 1\n", False),
        ("CUP108", _STREAMS + "def f():\n    yield 1\n", True),
        ("CUP108", "def f(stream):\n    with stream:\n        yield 1\n", True),
        ("CUP114", "cupy.cuda.Device().synchronize()\n" + _STREAMS, False),
        ("CUP114", "cupy.cuda.Device(0).use()\n" + _STREAMS, False),
        ("CUP114", "cupy.cuda.Device(1).use()\n", False),
        ("CUP114", "cupy.cuda.Device(1).use()\n" + _STREAMS, True),
        ("CUP114", "d = CpuDevice(name)\n" + _STREAMS, False),
        ("CUP109", "device.use()\n", False),
        ("CUP109", "stream.use()\n", True),
        ("CUP107", "from threading import Thread\n", False),
        ("CUP107", "from threading import Thread\n" + _STREAMS, True),
        ("CUP206", "class MaxPooling2D:\n    pool = MemoryPool()\n", False),
        ("CUP206", "from multiprocessing import Pool\n", True),
        ("CUP206", "pool = ProcessPoolExecutor()\n", True),
        ("CUP204", "level = COMPILE_LEVEL\n", False),
        ("CUP204", "from mpi4py import MPI\n", True),
        ("CUP306", "text = 'for a while'\n", False),
        ("CUP306", _LOOP, True),
        ("CUP302", "def calc_grid(block):\n    pass\n", False),
        ("CUP302", "f(grid=1, block=2)\n", True),
        ("CUP401", "f(**options)\n", False),
        ("CUP401", "a = cupy.zeros(2 ** 30)\n", True),
        ("CUP405", "pool.free_all_blocks()\n", False),
        ("CUP405", "a = cupy.zeros((512, 512))\npool.free_all_blocks()\n", True),
    ],
)
def test_a_rule_is_asked_where_its_hazard_can_be(code: str, text: str, asks: bool) -> None:
    chosen = {rule.code for rule in is_asked(f"import cupy\n{text}".encode(), "a.py", Settings(), Workspace())}
    assert (code in chosen) == asks


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("import cupy", True),
        ("cupy = pytest.importorskip('cupy')", True),
        ('cupy = importlib.import_module( "cupy")', True),
        ("engines.load(arch='cupy')", False),
        ('"""With cupy."""', False),
    ],
)
def test_a_clock_of_another_file_matters_where_code_names_cupy(line: str, asks: bool, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "log.py").write_text("import time\n\ndef tick():\n    return time.perf_counter()\n")
    text = f"from log import tick\n{line}\n"
    chosen = {rule.code for rule in is_asked(text.encode(), str(tmp_path / "a.py"), Settings(), Workspace())}
    assert ("CUP501" in chosen) == asks


def test_where_texts_alone_name_cupy_no_other_text_counts() -> None:
    def asked(line: str) -> set[str]:
        return {
            rule.code
            for rule in is_asked(f"MOCKED = ['cupy', 'mpi4py']\n{line}".encode(), "a.py", Settings(), Workspace())
        }

    assert "CUP204" not in asked("")
    assert "CUP204" in asked("from mpi4py import MPI\n")


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("import cupy as cp", True),
        ("\ufeffimport cupy as cp", True),
        ("pass\n\f\timport cupy", True),
        ("x = 1; import cupy", True),
        ("pass\rimport cupy", True),
        ("import numpy, \\\n    cupy", True),
        ("try: from cupyx import jit", True),
        ("from project import cupy_helper", False),
        ("cupy = get()", False),
    ],
)
def test_names_of_cupy_are_looked_up_where_it_is_imported(line: str, asks: bool) -> None:
    chosen = {rule.code for rule in is_asked(f"{line}\nx = cupy\n".encode(), "a.py", Settings(), Workspace())}
    assert ("CUP301" in chosen) == asks


@pytest.mark.parametrize(
    ("text", "looks"),
    [
        (_LOOP, True),
        ("while wait(event):\n    pass\n", True),
        ("while todo:\n    done.append(todo.pop())\n", False),
        ("while True:\n    with lock:\n        time.sleep(1)\n", False),
        ("for x in xs:\n    time.sleep(1)\n", False),
    ],
)
def test_a_glance_finds_loops_that_only_look(text: str, looks: bool) -> None:
    assert may_poll(ast.parse(text)) == looks
