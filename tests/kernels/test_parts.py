"""Numbers that tell a kernel which part of an array to write."""

import pytest

from cupylint.kernels.parts import part_names

INDEX = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
KERNEL = """
__device__ bool mine(int i, int at, int side) {{ return side ? i >= at : i < at; }}
extern "C" __global__ void f(const float* a, float* b, int n, int at, int side) {{ {} }}"""


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (INDEX + "if (i < n) b[at + i] = a[i];", {"at", "n"}),
        (INDEX + "int row = 2 * i + side; if (row < n) b[row] = a[i];", {"side", "n"}),
        (INDEX + "if (i < n && i % 2 == side) b[i] = a[i];", {"side", "n"}),
        (INDEX + "if (i >= n || !mine(i, at, side)) return; b[i] += 1;", {"at", "side", "n"}),
        (INDEX + "if (i < at || i >= n) return; b[i] = a[i];", {"at", "n"}),
        (INDEX + "bool left = i < at; if (left == side) b[i] = a[i];", {"at", "side"}),
    ],
)
def test_each_write_depends_on_it(body: str, names: set[str]) -> None:
    """It stands in the index, in a test, or in what a local variable of these is made of."""
    found = part_names(KERNEL.format(body), "f", "b")
    assert names <= found <= names | {"i", "row"}


@pytest.mark.parametrize(
    "body",
    [
        INDEX + "if (i < n) b[i] = a[i] * side + at;",
        INDEX + "if (i >= n) return; b[i] = a[i];",
        INDEX + "if (i < n) b[i] = 0; if (i == at) b[i] = 1;",
    ],
)
def test_whatever_the_numbers_are(body: str) -> None:
    """They are only computed with, are limits that the first thread passes, or are asked for one write of two."""
    assert part_names(KERNEL.format(body), "f", "b") <= {"i"}


def test_a_source_that_is_no_cuda() -> None:
    """Only the names in the indices are told."""
    assert part_names("out[start + i] = a[i]", "f", "out") == {"start", "i"}
