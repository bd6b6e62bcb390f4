"""The data about CuPy's names, and how it is made from sources."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cupylint.api import generate, meant
from cupylint.api.names import DATA, Table, has, table
from cupylint.api.sources import Parameters, logical_lines, parameters


def known(path: str) -> Table:
    found = table(path)
    assert found is not None, path
    return found


def test_every_table_can_be_read() -> None:
    wrong = [
        f"{path}.{name}"
        for path in json.loads(DATA.read_text(encoding="utf-8"))
        for name, entry in known(path).names.items()
        if not (name.isidentifier() and entry.versions) or (entry.target and table(entry.target) is None)
    ]
    assert wrong == []


def test_the_data_is_small() -> None:
    assert DATA.stat().st_size < 150_000


@pytest.mark.parametrize(
    "path",
    [
        "cupy.zeros", "cupy.cuda.Stream", "cupy.cuda.Stream.synchronize", "cupy.cuda.Stream.null", "cupy.ndarray.get",
        "cupy.cuda.runtime.memGetInfo", "cupy.cuda.runtime.cudaDevAttrMaxThreadsPerBlock", "cupy.cuda.nvtx.RangePush",
        "cupy.cuda.MemoryPointer.ptr", "cupy.cuda.memory.OutOfMemoryError", "cupyx.jit.grid", "cupyx.scatter_add",
        "cupy.RawKernel.max_threads_per_block", "cupyx.scipy.sparse.csr_matrix", "cupy.random.RandomState.beta",
        "cupy.linalg.svd", "cupyx.scipy.special.erf", "cupy.cuda.Device.compute_capability", "cupy.float32",
    ],
)  # fmt: skip
def test_what_exists_is_known(path: str) -> None:
    owner, _, name = path.rpartition(".")
    assert known(owner).names[name].versions == 7


def exists(path: str, everywhere: bool = False) -> bool:
    """Whether CuPy has the name, in some version that is known or in each."""
    owner, _, name = path.rpartition(".")
    inner = table(owner)
    return inner is not None and name in inner.names and (not everywhere or inner.names[name].versions == 7)


def test_what_was_meant_is_told_of_names_that_do_not_exist() -> None:
    assert [
        path for path in (*meant.MEANT, *meant.CERTAIN, *meant.CERTAIN_CALLS) if exists(path, everywhere=True)
    ] == []


def proposed() -> list[str]:
    """The full names of what stands for a wrong one: in its class, or below ``cupy``."""
    paths = []
    for wrong, right in {**meant.CERTAIN, **meant.CERTAIN_CALLS}.items():
        owner = table(wrong.rpartition(".")[0])
        holder = wrong.rpartition(".")[0] if owner is not None and owner.is_class else "cupy"
        right = right.replace("get_default_memory_pool()", "cuda.MemoryPool").replace("()", "")
        paths.append(f"{holder}.{right}")
    return paths


def test_what_is_proposed_exists() -> None:
    for path in (*proposed(), *meant.UNBOUND):
        owner, _, name = path.rpartition(".")
        assert exists(path) and known(owner).names[name].versions == 7, path


def test_what_is_given_exists() -> None:
    assert [path for path, given in meant.GIVES.items() if not (exists(path) and known(given).is_class)] == []


def test_versions_of_names_and_keywords() -> None:
    asarray = known("cupy").names["asarray"].keywords
    assert asarray is not None
    assert [has(asarray["copy"], version) for version in (12, 13, 14)] == [False, False, True]
    assert [has(known("cupy").names["array_api"].versions, version) for version in (12, 13, 14)] == [True, True, False]


# -- how the data is made ---------------------------------------------------------------------------


def test_logical_lines() -> None:
    text = "def f(a,\n      b='x'):  # why\n    '''doc\n    more'''\n    return \\\n        a\n"
    assert list(logical_lines(text)) == [
        (0, "def f(a,       b='x'):"),
        (4, "''"),
        (4, "return         a"),
    ]


@pytest.mark.parametrize(
    ("line", "method", "expected"),
    [
        ("def f(a, b=1, *, c: int = 2):", False, Parameters(("a", "b", "c"))),
        ("def f(self, a, /, b):", True, Parameters(("b",))),
        ("def f(self, *args, **kwargs):", True, Parameters(anything=True)),
        ("cpdef g(self, tuple grid, size_t n=0, stream=None) except? -1:", True, Parameters(("grid", "n", "stream"))),
        ("def __init__(self, str code not None, (int, int) pair=(1, 2)):", True, Parameters(("code", "pair"))),
    ],
)
def test_parameters(line: str, method: bool, expected: Parameters) -> None:
    assert parameters(line, method=method) == expected


TREE = {
    "cupy/__init__.py": """
from cupy import sub  # a module of the same name
from cupy._core import Thing, late, table as board
from cupy._math import *
import cupyx
try:
    from cupy import lost
except ImportError:
    lost = None
def __getattr__(name):
    if name == 'lazy':
        return 1
    if name in _old:
        return 2
    raise AttributeError(name)
_old = ['older']
class Plain(RuntimeError):
    def run(self, a, b=1):
        self.seen = a
        if a:
            self.b = b
    @property
    def state(self):
        return 1
    @classmethod
    def make(cls, what):
        return cls()
Plain.ready = Plain()
""",
    "cupy/sub.py": "def f(x, *, y=1): pass\n@changed\ndef g(x): pass\n",
    "cupy/_math.py": "root = create_ufunc('root')\n_hidden = 1\n",
    "cupy/_core.pyx": """
cimport numpy
from libc.stdint cimport intptr_t
cdef int _secret(int a) except -1:
    inner = 1
    return a
cdef class Base:
    cdef public int size
    cdef:
        readonly object data
        int hidden
    cdef fast(self):
        lost = 1
    cpdef Base copy(self, order='C'):
        return self
cdef class Thing(Base):
    def __init__(self, str code, *, bint quick=False):
        pass
    def __call__(self, *args, **kwargs):
        pass
cpdef late(intptr_t ptr,
           stream=None):
    cdef int i
    other = 1
table = Thing
""",
    "cupy/_core.pxd": "cdef class Base:\n    cdef readonly int flags\ncpdef enum:\n    ONE = 1\n    TWO\n",
    "cupyx/__init__.py": "",
}


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    for name, text in TREE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    version = generate.Version(tmp_path)
    return generate.merged({14: generate.tables(version, {})})


def test_names_of_modules(made: dict[str, str]) -> None:
    words = made["cupy"].split()
    assert {word.replace("^4", "") for word in words} == {
        "Plain>cupy.Plain", "Thing>cupy.Thing", "board>cupy.Thing", "cupyx>cupyx", "late(ptr,stream)", "lazy", "lost",
        "older", "root(out,dtype,casting)", "sub>cupy.sub",
    }  # fmt: skip
    assert made["cupy.sub"].replace("^4", "") == "f(x,y) g"


def test_names_of_classes(made: dict[str, str]) -> None:
    assert made["cupy.Thing"].replace("^4", "").split() == [
        "=", "__call__(*)", "__init__(code,quick)", "copy(order)", "data", "flags", "size",
    ]  # fmt: skip
    assert made["cupy.Plain"].replace("^4", "").split() == [
        "=", "add_note", "args", "b", "make(what)", "ready", "run(a,b)", "seen", "state", "with_traceback",
    ]  # fmt: skip
