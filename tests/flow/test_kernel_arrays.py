"""Arrays whose elements kernels read wrongly, and look-alikes that are right."""

from __future__ import annotations

import pytest

from cupylint.findings import Finding
from tests.flow.sections import sections
from tests.programs import every, lint, marked

PROGRAMS = sections("kernel_arrays")
KERNELS = '''\
import cupy as cp
import numpy as np

module = cp.RawModule(code=r"""
extern "C" {
__global__ void twice(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] + x[i];
}
__global__ void apart(const float* x, float* y, int n, int step) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i * step];
}
__global__ void pick(const int* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }
}
""")
twice, apart, pick = (module.get_function(name) for name in ("twice", "apart", "pick"))
rows = cp.RawKernel(r"""
extern "C" __global__ void rows(const float* x, float* y, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i * 64];
}
""", "rows")
bits = cp.RawKernel(r"""
extern "C" __global__ void bits(const int* x, float* y) { y[threadIdx.x] = __int_as_float(x[threadIdx.x]); }
""", "bits")
grid = cp.ones((512, 64), dtype=cp.float32)
other = cp.ones((64, 512), dtype=cp.float32)
flat = cp.ones(1024, dtype=cp.float32)
out = cp.empty(1 << 15, dtype=cp.float32)
'''


@pytest.mark.parametrize("name", PROGRAMS)
def test_verdict(name: str) -> None:
    """Exactly the marked lines have findings."""
    source = KERNELS + PROGRAMS[name]
    assert {(row, code) for row, code in every(source) if code.startswith("CUP3")} == marked(source)


def test_racy_programs_have_marks_and_safe_ones_have_none() -> None:
    for name, body in PROGRAMS.items():
        assert ("# expect:" in body) == name.endswith("_racy"), name


def _finding(name: str) -> Finding:
    (found,) = lint(KERNELS + PROGRAMS[name])
    return found


def test_what_a_kernel_does_with_gaps_is_a_premise() -> None:
    assert [premise.kind for premise in _finding("columns_racy").premises] == ["library-contract"]
    assert _finding("columns_racy").severity == "warning"
    assert _finding("bytes_of_columns_racy").severity == "error"


def test_bits_of_another_kind_may_be_meant() -> None:
    assert _finding("another_kind_of_the_same_width_racy").severity == "warning"
    assert _finding("default_dtype_racy").severity == "error"


def test_the_right_dtype_is_named() -> None:
    assert any("cp.int32" in note for note in _finding("default_dtype_of_ints_racy").notes)
