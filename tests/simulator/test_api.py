"""The stand-in computes what NumPy computes, and keeps CuPy's book of streams and memory."""

# ruff: noqa: E501 - one program a line

from __future__ import annotations

import sys

import numpy as np
import pytest

from cupylint.runtime_checks.simulator import Options, run

PRELUDE = """\
import numpy as np, cupy as cp, cupyx
a = np.arange(12, dtype='f4').reshape(3, 4); d = cp.asarray(a)
i = np.array([2, 0]); j = cp.asarray(i)
def same(left, right):
    left = left.get() if isinstance(left, cp.ndarray) else left
    right = np.asarray(right)
    assert left.dtype == right.dtype and left.shape == right.shape, (left, right)
    np.testing.assert_allclose(left, right, rtol=1e-6)
"""

EXPRESSIONS = """
{0} + 1|1 - {0}|{0} * {0}|{0} @ {0}.T|-{0}|abs({0})|{0} // 2|{0} % 3|2 ** {0}|{0} > 3|({0} > 3) & ({0} < 8)|~({0} > 3)
{0}.sum()|{0}.mean(axis=0)|{0}.max(1)|{0}.std()|{0}.argmax(axis=1)|{0}.astype('i8')|{0}.T|{0}[1]|{0}[1:, ::2]|{0}[..., None]
{0}[{1}]|{0}[:, {1}]|{0}[{0} > 3]|{0}.ravel()|{0}.reshape(2, -1)|{0}.copy()|{0}.clip(2, 5)|{0}.dot({0}.T)|{0}.take([1, 2])
np.sqrt({0})|np.where({0} > 3, {0}, 0)|np.concatenate([{0}, {0}])|np.stack([{0}, {0}], axis=1)|np.sort(-{0}, axis=1)
np.linalg.norm({0})|np.fft.fft({0}, axis=1)|np.einsum('ij,kj->ik', {0}, {0})|np.cumsum({0})|np.unique({0} // 2)|np.add({0}, {0})
np.nonzero({0})[1]|np.maximum({0}, 3)|np.tensordot({0}, {0}.T, 1)|np.linspace(0, 1, 5)|np.arange(3, dtype='i2')|np.eye(3)
np.full((2, 2), 7)|np.zeros_like({0})|np.allclose({0}, {0})|np.count_nonzero({0})|np.broadcast_to({0}[0], (2, 4))|np.roll({0}, 1)
np.array([1.5, 2])|np.meshgrid({0}[0], {0}[1])[0]|np.split({0}, 3)[1]|np.diag({0})|np.outer({0}, {0})|np.searchsorted({0}[0], 2)
"""


@pytest.mark.parametrize("text", EXPRESSIONS.strip().replace("\n", "|").split("|"))
def test_an_expression(text: str) -> None:
    left = text.format("d", "j").replace("np.", "cp.")
    report = run("expression.py", source=PRELUDE + f"same({left}, {text.format('a', 'i')})\n")
    assert not report.error and not report.not_supported


PROGRAMS = {
    "in place": "b = d; b += 1; b *= 2; d[0] = 5; d[:, 1] = d[:, 2]; a += 1; a *= 2; a[0] = 5; a[:, 1] = a[:, 2]; same(b, a)",
    "masks and indices": "d[d > 3] = 0; a[a > 3] = 0; d[j] = 9; a[i] = 9; same(d, a)",
    "out and where": "o = cp.zeros((3, 4), 'f4'); assert cp.add(d, 1, out=o) is o; cp.multiply(d, 2, o); same(o, a * 2)",
    "copyto, fill, sort": "cp.copyto(d, d[::-1].copy()); d.sort(axis=0); same(d, np.sort(a, 0)); d.fill(2); same(d, a * 0 + 2)",
    "views share": "v = d.T[1:]; v[...] = 1; assert float(d[0, 1]) == 1 and v.data.ptr == d.data.ptr + 4",
    "scalars": "x = d.sum(); assert x.ndim == 0 and float(x) == 66 and int(x) == 66 and bool(x) and f'{x:.1f}' == '66.0'",
    "ufunc.at": "t = cp.zeros(3); cp.add.at(t, cp.asarray([0, 0, 2]), 1); same(t, np.array([2., 0, 1]))",
    "scatter_add": "t = cp.zeros(3); cupyx.scatter_add(t, cp.asarray([0, 0, 2]), 1); same(t, np.array([2., 0, 1]))",
    "numpy functions": "same(np.sin(d), np.sin(a)); same(np.sum(d, axis=0), a.sum(0))",
    "random": "r = cp.random.rand(3, 4); assert r.shape == (3, 4) and 0 <= float(r.min()); q = cp.random.default_rng(1).normal(size=5)",
    "elementwise": "k = cp.ElementwiseKernel('T x, T y', 'T z', 'z = x * y + sqrt(x)', 'k'); same(k(d, d), a * a + np.sqrt(a))",
    "where it comes from": "import importlib.util as u, inspect; assert u.find_spec('cupy') and u.find_spec('cupy.cuda'); assert inspect.getmodule(type(d)) is cp and not cp.cuda.runtime.is_hip",
    "array module": "assert cp.get_array_module(d) is cp and cp.get_array_module(a) is np",
    "pointers": "b = cp.empty_like(d); b.data.copy_from_device(d.data, d.nbytes); same(b, a); b.data.memset(0, 16); assert not b[0].any()",
    "host pointers": "h = np.empty_like(a); d.data.copy_to_host(h.ctypes.data, d.nbytes); assert (h == a).all()",
    "frombuffer": "m = cp.cuda.alloc_pinned_memory(48); p = np.frombuffer(m, 'f4', 12); p[:] = 3; d.set(p.reshape(3, 4)); same(d, a * 0 + 3)",
    "current stream": """
s, t = cp.cuda.Stream(), cp.cuda.Stream()
now, null = cp.cuda.get_current_stream, cp.cuda.Stream.null
with s:
    with t: assert now() == t
    assert now() == s
    t.use(); assert now() == t
    with t: pass
    assert now() == s
assert now() == null
s.use()
with t: pass
assert now() == null and cp.cuda.Stream(True) == null
""",
    "pool": """
p = d.data.ptr; size = d.nbytes; del d
b = cp.empty(12, 'f4'); assert b.data.ptr == p
c = cp.empty(12, 'f4'); assert c.data.ptr != p
with cp.cuda.Stream(): e = cp.empty(12, 'f4')
q = e.data.ptr; del e
assert cp.empty(12, 'f4').data.ptr != q
assert cp.get_default_memory_pool().used_bytes() % 512 == 0
""",
    "split": """
big = cp.empty(4096, 'u1'); p = big.data.ptr; del big
one, two = cp.empty(512, 'u1'), cp.empty(512, 'u1')
assert {one.data.ptr, two.data.ptr} == {p, p + 512}
del one, two
assert cp.empty(4096, 'u1').data.ptr == p
""",
    "poison": "assert cp.empty(4, 'u1').tolist() == [0xCB] * 4",
    "devices": """
with cp.cuda.Device(1):
    assert cp.cuda.runtime.getDevice() == 1 and cp.zeros(3).device.id == 1
assert cp.cuda.Device().id == 0 and d.device.id == 0
""",
    "jit": """
from cupyx import jit
@jit.rawkernel()
def k(x, y, n):
    t = jit.grid(1)
    if t < n: y[t] = x[t]
y = cp.zeros(12, 'f4'); k[1, 12](d, y, 12); k((1,), (12,), (d, y, 12)); assert (y.get() != 0).any()
""",
}


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program(body: str) -> None:
    report = run("program.py", options=Options(devices=2), source=PRELUDE + body + "\n")
    assert (report.error, report.not_supported, report.races) == ("", "", [])


def test_nothing_is_left_behind() -> None:
    before = np.asarray, sys.argv, list(sys.path), sys.modules["__main__"]
    report = run(
        "left.py",
        options=Options(arguments=("x",)),
        source="import cupy, sys\nprint(sys.argv)\nraise ValueError('no')\n",
    )
    assert report.error == "ValueError: no" and report.stdout == "['left.py', 'x']\n"
    assert (np.asarray, sys.argv, list(sys.path), sys.modules["__main__"]) == before
    assert "cupy" not in sys.modules or not hasattr(sys.modules["cupy"], "_fallback")


def test_places_are_the_users_own() -> None:
    source = "import cupy as cp\ns = cp.cuda.Stream(non_blocking=True)\nx = cp.zeros(4)\nwith s:\n    y = (x +\n         1)\n"
    (race,) = run("places.py", source=source).races
    assert (race.earlier.row, race.later.row, race.later.filename, race.buffer) == (3, 5, "places.py", "x")
    assert race.kinds == ("write", "read") and race.streams == ("null", "stream1") and not race.reuse
    if sys.version_info >= (3, 11):
        assert race.later.column == 10


TOO_LARGE = [
    "cp.zeros(1 << 37)", "cp.arange(1 << 37)", "cp.tile(d.astype('f8').ravel()[:8], 1 << 34)", "cp.full(1 << 37, 2.0)",
    "cp.zeros((1 << 20, 1), 'u1') + cp.zeros(1 << 20, 'u1')", "cp.cuda.alloc(1 << 40)", "cp.broadcast_to(d[0, 0].astype('f8'), (1 << 37,)).copy()",
]  # fmt: skip


@pytest.mark.parametrize("text", TOO_LARGE)
def test_what_the_device_has_no_room_for(text: str) -> None:
    source = PRELUDE + f"try:\n    {text}\nexcept cp.cuda.memory.OutOfMemoryError as error:\n    print(error)\n"
    report = run("large.py", source=source)
    assert report.error == "" and report.not_supported == ""
    assert report.stdout.startswith("Out of memory allocating 1,099,511,627,776 bytes (allocated so far: ")
    assert report.stdout.endswith(" bytes).\n"), "nobody has set a limit"


def test_what_this_machine_has_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(np, "zeros", refuses)
    monkeypatch.setattr(np, "empty", refuses)
    report = run("large.py", source="import cupy as cp\ncp.empty(1 << 20)\n")
    assert "this machine stands in for the device" in report.not_supported


FORKED = """\
import os
import cupy as cp
{before}
child = os.fork()
if not child:
    try:
        cp.ones(3)
    except cp.cuda.runtime.CUDARuntimeError as error:
        os._exit(7 if "cudaErrorInitializationError" in str(error) else 1)
    os._exit(0)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="there is no fork")
@pytest.mark.parametrize(("before", "status"), [("x = cp.ones(3)", "7"), ("", "0")])
def test_a_process_that_was_forked_after_the_device_was_used_cannot_use_it(before: str, status: str) -> None:
    report = run("forked.py", source=FORKED.format(before=before))
    assert (report.error, report.stdout.strip()) == ("", status)


def test_a_capsule_is_taken_once() -> None:
    source = "import cupy as cp\nc = cp.ones(3).toDlpack()\nprint(cp.fromDlpack(c).sum())\ncp.fromDlpack(c)\n"
    report = run("capsule.py", source=source)
    assert report.stdout.strip() == "3.0"
    assert report.error.startswith("ValueError: A DLPack tensor object cannot be consumed multiple times")
    report = run("capsule.py", source="import cupy as cp, numpy as np\nnp.from_dlpack(cp.ones(3).toDlpack())\n")
    assert report.error == "AttributeError: 'PyCapsule' object has no attribute '__dlpack__'"
