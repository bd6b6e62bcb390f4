"""One thing under many names: imports, aliases, containers, attributes."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, every, lint

IMPORTS = [
    ("import cupy", "cupy", "cupy.cuda.Stream"),
    ("import cupy as xp", "xp", "xp.cuda.Stream"),
    ("import cupy.cuda", "cupy", "cupy.cuda.Stream"),
    ("import cupy as cp\nfrom cupy import cuda", "cp", "cuda.Stream"),
    ("import cupy as cp\nfrom cupy.cuda import Stream", "cp", "Stream"),
    ("import cupy as cp\nfrom cupy.cuda import Stream as Queue", "cp", "Queue"),
    ("import cupy as cp\nimport cupy.cuda.stream as cs", "cp", "cs.Stream"),
    ("import cupy as cp\nfrom cupy.cuda.stream import Stream", "cp", "Stream"),
    ("import cupy as cp\nmake = cp.cuda.Stream", "cp", "make"),
    ("import cupy as cp\ncu = cp.cuda", "cp", "cu.Stream"),
    ("try:\n    import cupy as cp\nexcept ImportError:\n    cp = None", "cp", "cp.cuda.Stream"),
    ("import cupy\nimport numpy\nxp = cupy.get_array_module(cupy.ones(1))", "xp", "cupy.cuda.Stream"),
    ("import functools\nimport cupy as cp\nmake = functools.partial(cp.cuda.Stream, non_blocking=True)", "cp", "make"),
]


@pytest.mark.parametrize(("imports", "module", "make"), IMPORTS)
def test_imports(imports: str, module: str, make: str) -> None:
    check_marks(
        f"{imports}\n"
        f"a, b = {make}(), {make}()\n"
        f"with a:\n"
        f"    x = {module}.ones(9)\n"
        f"with b:\n"
        f"    y = x + 1  # expect: CUP101\n"
    )


ONE_ARRAY = [
    "b = a",
    "b = a[...]",
    "b = a.reshape(2, -1)",
    "b = a.T",
    "b = a.view()",
    "b = cp.asarray(a)",
    "(b,) = [a]",
    "b, *rest = a, x",
    "b = {'k': a}['k']",
    "b = [x, a][1]",
    "b = [x, a][-1]",
    "b = (lambda v: v)(a)",
    "b = a if len(a) else a",
    "for b in [a]: pass",
    "b = [item for item in (a,)][0]",
    "if (b := a) is None: pass",
]


@pytest.mark.parametrize("alias", ONE_ARRAY)
def test_one_array(alias: str) -> None:
    source = after_head(f"with s1:\n    a = x * 2\n{alias}\nwith s2:\n    c = b + 1\n")
    assert {code for _, code in every(source)} == {"CUP101"}


ONE_STREAM = [
    "t = s1",
    "t = [s1, s2][0]",
    "t = {'load': s1}['load']",
    "t, u = s1, s2",
    "t = s1 if s1 is not None else s2",
    "t = s1 or s2",
    "t = (lambda: s1)()",
    "pool = []\npool.append(s1)\nt = pool[-1]",
    "pool = {}\npool['a'] = s1\nt = pool.get('a')",
]


@pytest.mark.parametrize("alias", ONE_STREAM)
def test_one_stream_needs_no_wait(alias: str) -> None:
    check_marks(after_head(f"{alias}\nwith s1:\n    a = x * 2\nwith t:\n    b = a + 1\n"))


_TWICE = """
import cupy as cp


def double(x):
    side = cp.cuda.Stream(non_blocking=True)
    with side:
        y = x * 2
    side.synchronize()
    return y


a = cp.ones(9)
cp.cuda.Device().synchronize()
double(a)
b = cp.ones(9)
double(b)
"""


def test_a_stream_has_a_number_only_where_two_of_its_name_are_told_of() -> None:
    (found,) = lint(_TWICE)
    assert found.message == "b is read on side while null may still be writing it (line 16)"
