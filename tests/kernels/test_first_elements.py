"""Kernels that write the first element of an array, and those of which nobody can tell."""

import pytest

from cupylint.kernels.first_elements import first_written

INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
KERNEL = 'extern "C" __global__ void f(const float* a, float* b, int n, int nx) {{ {} }}'


@pytest.mark.parametrize(
    "body",
    [
        INDEX + "if (i < n) b[i] = a[i];",
        INDEX + "if (i >= n) return; b[i] = a[i];",
        INDEX + "for (; i < n; i += gridDim.x * blockDim.x) b[i] = a[i];",
        "for (int i = threadIdx.x; i < n; i += blockDim.x) b[i] = a[i];",
        "int x = threadIdx.x, y = blockIdx.x; if (x < nx && y < n) b[y * nx + x] = a[x];",
        "int k = threadIdx.x; b[(k / nx) * nx + k % nx] = a[k];",
        "if (threadIdx.x == 0) b[0] = a[0];",
        INDEX + "if (!(i >= n || i < 0)) b[i] = a[i];",
    ],
)
def test_the_first_thread_writes_it(body: str) -> None:
    """Its tests let the thread of number zero pass, and it writes at zero."""
    assert first_written(KERNEL.format(body), "f") == {"b"}


@pytest.mark.parametrize(
    "body",
    [
        INDEX + "if (i > 0 && i < n) b[i] = a[i];",
        "int x = blockIdx.x * blockDim.x + threadIdx.x + 1; if (x < n - 1) b[x] = a[x];",
        INDEX + "if (i < 1 || i >= n) return; b[i] = a[i];",
        "for (int i = 1; i < n - 1; i++) b[i] = a[i];",
        INDEX + "b[n - 1 - i] = a[i];",
        INDEX + "if (a[i] > 0) b[i] = a[i];",
        INDEX + "if (nx) b[i] = a[i];",
        INDEX + "b[(int)a[i]] = 1;",
        "cell(a, b, threadIdx.x);",
    ],
)
def test_nobody_can_tell(body: str) -> None:
    """It writes elsewhere, or what it writes depends on what is not known."""
    assert first_written(KERNEL.format(body), "f") == frozenset()


def test_no_source() -> None:
    """A text that is no CUDA, or has no such kernel."""
    assert first_written("nothing", "f") == first_written(KERNEL.format(""), "g") == frozenset()
