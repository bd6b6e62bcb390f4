"""Kernels: which arguments they read and write."""

from __future__ import annotations

import pytest

from tests.programs import after_head, check_marks, lint

RAW = '''
kernel = cp.RawKernel(r"""
extern "C" __global__ void work({parameters}) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    {body}
}}
""", "work")
a = cp.zeros(9)
cp.cuda.Device().synchronize()
with s1:
    kernel((1,), (9,), ({arguments}))
with s2:
    b = {after}{mark}
'''
MARK = "  # expect: CUP101"

WRITES = [
    ("const double* p, double* q", "q[i] = p[i];", "x, a", "a + 1", MARK),
    ("const double* p, double* q", "q[i] = p[i];", "x, a", "x + 1", ""),
    ("double* p, double* q", "q[i] = p[i];", "x, a", "x + 1", ""),
    ("double* p", "p[i] += 1;", "a", "a + 1", MARK),
    ("double* p", "*(p + i) = 1;", "a", "a + 1", MARK),
    ("double* p", "atomicAdd(&p[i], 1.0);", "a", "a + 1", MARK),
    ("double* p, int n", "if (i < n) p[i] = n;", "a, 9", "a + 1", MARK),
    ("const double* p, int n", "int k = p[i] + n;", "a, 9", "a + 1", ""),
]


@pytest.mark.parametrize(("parameters", "body", "arguments", "after", "mark"), WRITES)
def test_raw_kernels(parameters: str, body: str, arguments: str, after: str, mark: str) -> None:
    arguments = arguments if "," in arguments else f"{arguments},"
    check_marks(after_head(RAW.format(parameters=parameters, body=body, arguments=arguments, after=after, mark=mark)))


def test_reading_twice_is_no_race() -> None:
    check_marks(
        after_head(
            RAW.format(parameters="const double* p", body="double k = p[i];", arguments="a,", after="a.sum()", mark="")
        )
    )


def test_an_input_overwritten_while_a_kernel_reads_it() -> None:
    source = RAW.format(parameters="const double* p", body="double k = p[i];", arguments="a,", after="0", mark="")
    check_marks(after_head(source + "    a.fill(0)  # expect: CUP102\n"))


def test_a_kernel_of_a_module() -> None:
    check_marks(
        after_head(
            '''
            module = cp.RawModule(code="""
            extern "C" __global__ void first(const double* p, double* q) { q[0] = p[0]; }
            """)
            first = module.get_function("first")
            a = cp.zeros(9)
            cp.cuda.Device().synchronize()
            with s1:
                first((1,), (9,), (x, a))
            with s2:
                c = x + 1
                b = a + 1  # expect: CUP101
            '''
        )
    )


def test_a_stream_given_to_the_launch() -> None:
    check_marks(
        after_head(
            """
            kernel = cp.ElementwiseKernel("T p", "T q", "q = p * 2", "double")
            a = cp.zeros(9)
            cp.cuda.Device().synchronize()
            kernel(x, a, stream=s1)
            b = a + 1  # expect: CUP101
            """
        )
    )


def test_elementwise_and_reduction_kernels() -> None:
    check_marks(
        after_head(
            """
            double = cp.ElementwiseKernel("T p", "T q", "q = p * 2", "double")
            total = cp.ReductionKernel("T p", "T q", "p", "a + b", "q = a", "0", "total")
            with s1:
                a = double(x)
            with s2:
                b = total(a)  # expect: CUP101
                c = total(x)
            """
        )
    )


def test_kernels_written_in_python() -> None:
    check_marks(
        after_head(
            """
            from cupyx import jit

            @jit.rawkernel()
            def doubled(p, q, n):
                i = jit.threadIdx.x
                if i < n:
                    q[i] = p[i] * 2

            a = cp.zeros(9)
            cp.cuda.Device().synchronize()
            with s1:
                doubled((1,), (9,), (x, a, 9))
            with s2:
                c = x + 1
                b = a + 1  # expect: CUP101
            """
        )
    )


def test_fused_functions() -> None:
    check_marks(
        after_head(
            """
            @cp.fuse()
            def scaled(p, q):
                return p * q + 1

            with s1:
                a = scaled(x, y)
            with s2:
                b = a + 1  # expect: CUP101
            """
        )
    )


_COMPILED = """
import time
import cupy as cp
from numba import cuda
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 2 * x[i]
kernel = {made}
def measure(n):
    x = cp.ones(n)
    cp.cuda.Device().synchronize()
    begin = time.perf_counter()
    kernel[32, 256](x)
    {wait}
    return time.perf_counter() - begin
"""


@pytest.mark.parametrize("made", ["cuda.jit(double)", 'cuda.jit("void(float64[:])")(double)', "cuda.jit()(double)"])
def test_a_decorator_that_is_called_makes_the_same_kernel(made: str) -> None:
    found = lint(_COMPILED.format(made=made, wait="pass"))
    assert [(finding.code, finding.location.row) for finding in found] == [("CUP501", 16)]
    assert lint(_COMPILED.format(made=made, wait="cuda.synchronize()")) == []
