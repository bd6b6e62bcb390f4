"""Launches whose sizes make an index of the kernel too large for its type (CUP316), and those that do not."""

from __future__ import annotations

import pytest

from tests.programs import lint

PROGRAM = """\
import cupy as cp

n = {n}
kernel = cp.RawKernel(r'''
extern "C" __global__ void k(char* x, {parameters}) {{
    {body}
}}
''', "k")
x = cp.empty(n, dtype=cp.int8)
kernel({launch}, (x, {given}))
"""
ROWS = "int r = blockIdx.y * blockDim.y + threadIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;"
MANY = "((3_000_000_000 + 255) // 256,), (256,)"
SQUARE = "(1563, 1563), (32, 32)"
Part = tuple[str, str, str, str]
BAD: dict[str, Part] = {
    "rows times columns": (
        "int rows, int columns",
        f"{ROWS} if (r < rows && c < columns) x[r * columns + c] = 0;",
        SQUARE,
        "50_000, 50_000",
    ),
    "those that are outside have left": (
        "int n",
        f"{ROWS} if (r >= n || c >= n) return; int i = r * n + c; x[i] = 0;",
        SQUARE,
        "cp.int32(50_000)",
    ),
    "the number of the thread": (
        "long long n",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 0;",
        MANY,
        "n",
    ),
    "the size of an array": (
        "long long n",
        "int i = blockDim.x * blockIdx.x + threadIdx.x; if (i < n) x[i] = 0;",
        "((x.size + 255) // 256,), (256,)",
        "x.size",
    ),
    "in a loop": (
        "int rows, int columns",
        "for (int r = 0; r < rows; ++r) for (int c = threadIdx.x; c < columns; c += 256) x[columns * r + c] = 0;",
        "(1,), (256,)",
        "50_000, 50_000",
    ),
}
GOOD: dict[str, Part] = {
    "in 64 bits": (
        "int rows, int columns",
        f"{ROWS} if (r < rows && c < columns) x[(long long)r * columns + c] = 0;",
        SQUARE,
        "50_000, 50_000",
    ),
    "numbers of 64 bits": (
        "long long rows, long long columns",
        f"{ROWS} if (r < rows && c < columns) x[r * columns + c] = 0;",
        SQUARE,
        "50_000, 50_000",
    ),
    "unsigned is enough": (
        "unsigned n",
        "unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = 0;",
        MANY,
        "n",
    ),
    "few rows": (
        "int rows, int columns",
        f"{ROWS} if (r < rows && c < columns) x[r * columns + c] = 0;",
        SQUARE,
        "40_000, 50_000",
    ),
    "few threads do it": (
        "int rows, int columns",
        f"{ROWS} if (r < 10 && c < columns) x[r * columns + c] = 0;",
        SQUARE,
        "50_000, 50_000",
    ),
    "a test that is not followed": (
        "int rows, int columns",
        f"{ROWS} if (x[r] > 0) return; if (r < rows && c < columns) x[r * columns + c] = 0;",
        SQUARE,
        "50_000, 50_000",
    ),
    "one thread": (
        "int rows, int columns",
        f"{ROWS} if (r == 0) x[r * columns + c] = 0;",
        SQUARE,
        "50_000, 50_000",
    ),
    "row and column of a number": (
        "int n, int columns",
        "int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[(i / columns) * columns + i % columns] = 0;",
        "(8_388_607,), (256,)",
        "2_147_480_000, 1000",
    ),
    "sizes that are not known": (
        "int rows, int columns",
        f"{ROWS} if (r < rows && c < columns) x[r * columns + c] = 0;",
        SQUARE,
        "len(open('a').read()), 50_000",
    ),
}


def codes(part: Part) -> list[str]:
    parameters, body, launch, given = part
    source = PROGRAM.format(n=3_000_000_000, parameters=parameters, body=body, launch=launch, given=given)
    return [finding.code for finding in lint(source) if finding.code.startswith("CUP3")]


@pytest.mark.parametrize("name", BAD)
def test_an_index_wraps_round(name: str) -> None:
    assert codes(BAD[name]) == ["CUP316"]


@pytest.mark.parametrize("name", GOOD)
def test_all_indices_fit_or_are_not_known(name: str) -> None:
    assert codes(GOOD[name]) == []
