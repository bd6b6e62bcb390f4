"""The opt-in rules about cost: CUP511, CUP512, CUP513."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.programs import every, lint, marked

HEAD = """\
import functools

import cupy as cp

a = cp.ones(100)
s = cp.cuda.Stream(non_blocking=True)
CODE = 'extern "C" __global__ void f(double* y) { y[0] = 1; }'
cp.cuda.Device().synchronize()
"""

PROGRAMS = {
    "memoised": """
        @functools.lru_cache(maxsize=None)
        def cached():
            return cp.RawKernel(CODE, "f")

        @cp.memoize(for_each_device=True)
        def for_each():
            return cp.RawKernel(CODE, "f")

        def run():
            for i in range(10):
                cached()((1,), (1,), (a,))
                for_each()((1,), (1,), (a,))
    """,
    "made where it is used": """
        def make(n):
            return cp.RawKernel(CODE, "f")  # expect: CUP511

        def run():
            for i in range(10):
                make(i)((1,), (1,), (a,))
    """,
    "made when it is missing": """
        def run():
            kernel, table = None, {}
            for i in range(10):
                if kernel is None:
                    kernel = cp.RawKernel(CODE, "f")
                if i not in table:
                    table[i] = cp.RawKernel(CODE, "f")
                kernel((1,), (1,), (a,))
    """,
    "different kernels": """
        def run(operations):
            for name in ("add", "mul"):
                cp.ElementwiseKernel("T x", "T y", f"y = {name}(x)", name)
            for name in operations:
                cp.ElementwiseKernel("T x", "T y", f"y = {name}(x)", name)
    """,
    "one call each": """
        def make():
            return cp.RawKernel(CODE, "f")

        first, second = make(), make()
    """,
    "tests of arrays": """
        def run(x, n):
            for i in range(n):
                x = cp.sin(x)
                if x.any():  # expect: CUP512
                    x = x * 2
            error = cp.sum(x)
            while error.item() > 1:  # expect: CUP512
                x = cp.sin(x)
                error = cp.sum(x)
    """,
    "now and then": """
        def run(x, n):
            for i in range(n):
                x = cp.sin(x)
                if i % 10 == 0:
                    total = float(x.sum())
    """,
    "each round is printed": """
        def run(x, n):
            for i in range(n):
                x = cp.sin(x)
                print(i, float(x.sum()))
    """,
    "twice": """
        def run():
            with s:
                b = a + 1
            s.synchronize()
            s.synchronize()  # expect: CUP513
            return b
    """,
    "its own event": """
        def run():
            event = s.record()
            s.wait_event(event)  # expect: CUP513
    """,
    "on one path only": """
        def run(early):
            with s:
                b = a + 1
            if early:
                s.synchronize()
            s.synchronize()
            return b
    """,
    "work in between that is not seen": """
        def run(function):
            with s:
                b = a + 1
            s.synchronize()
            function()
            s.synchronize()
            return b
    """,
    "a wait on one of two paths before it": """
        def finish(several, numbers):
            if several:
                s.synchronize()
            s.synchronize()
    """,
    "a device that is not known": """
        def finish(numbers):
            for number in numbers:
                cp.cuda.Device(number).synchronize()
            cp.cuda.Device().synchronize()
    """,
    "two devices": """
        def copy(target, origin):
            with origin.device:
                b = a + 1
                e = cp.cuda.get_current_stream().record()
            with target.device:
                cp.cuda.get_current_stream().wait_event(e)
    """,
    "a question is no wait": """
        def run():
            with s:
                b = cp.arange(10)
            s.synchronize()
            assert s.done or not s.done
            e = s.record()
            for _ in range(100):
                if e.done:
                    break
    """,
    "of CuPy's own": """
        def run(x):
            x = cp.asarray(x)
            for axis in range(3):
                x = cp.sort(x)
                if cp._environment._get_platform() == "linux":
                    x = x + 1
    """,
    "for the caller": """
        def wait():
            s.synchronize()

        def run():
            with s:
                b = a + 1
            s.synchronize()
            wait()
            return b
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_cost(name: str) -> None:
    program = HEAD + dedent(PROGRAMS[name])
    assert every(program, more=("CUP511", "CUP512", "CUP513")) == marked(program)


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_is_reported_by_default(name: str) -> None:
    assert lint(HEAD + dedent(PROGRAMS[name])) == []
