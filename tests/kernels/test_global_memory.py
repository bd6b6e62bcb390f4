"""CUP318: arrays of the device that threads of one launch read and write, and what only looks like it."""

from __future__ import annotations

import time

import pytest

from cupylint.kernels.analyse import kernel_facts
from tests.kernels.cases import marked, program, verdicts

BEGIN = """
extern "C" __global__ void k(float* u, const float* x, float* y, int n, int nx, int ny) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
"""
BAD = {
    "neighbours": "if (i > 0 && i < n - 1) u[i] = u[i - 1] + u[i + 1];  //! CUP318",
    "the edges left early": "if (i < 1 || i >= n - 1) return;\n u[i] = x[i] + u[i + 1];  //! CUP318",
    "rows above and below": """
        int id = j * nx + i;
        if (i >= nx || j < 1 || j >= ny - 1) return;
        float v = u[id - nx] + u[id + nx];  //! CUP318
        u[id] = v;
    """,
    "a diagonal": "if (i < nx - 1 && j < ny - 1) u[j * nx + i] = u[(j + 1) * nx + i + 1];  //! CUP318",
    "a number taken apart": """
        int c = i % nx, r = i / nx;
        if (i >= nx * ny) return;
        float v = u[(r + 1) * nx + c];  //! CUP318
        u[i] = v;
    """,
    "three axes taken apart": """
        int c = i % nx, r = (i / nx) % ny, s = i / (nx * ny);
        if (i >= n) return;
        float v = u[(s * ny + r + 1) * nx + c];  //! CUP318
        u[i] = v;
    """,
    "round and round": "if (i < n) u[i] = 0.5f * (u[i] + u[(i + 1) % n]);  //! CUP318",
    "held at the edges": "if (i < n) u[i] = u[i] + u[min(i + 1, n - 1)];  //! CUP318",
    "or a number outside": "if (i < n) u[i] = u[i] + (i > 0 ? u[i - 1] : 0.f);  //! CUP318",
    "one after the other by all threads": """
        for (int a = i; a < n; a += blockDim.x * gridDim.x)
            u[a] = u[a + 1];  //! CUP318
    """,
    "a pointer to the row": """
        float* row = u + j * nx;
        if (i < nx - 1 && j < ny) row[i] = row[i + 1];  //! CUP318
    """,
    "the halo of a block": """
        __shared__ float s[258];
        int t = threadIdx.x;
        s[t + 1] = u[i];
        if (t == 0) s[0] = u[i - 1];  //! CUP318
        __syncthreads();
        u[i] = s[t] + s[t + 1];
    """,
    "all bodies": """
        if (i >= n) return;
        float f = 0;
        for (int b = 0; b < n; ++b) if (b != i) f += u[3 * b] - u[3 * i];  //! CUP318
        u[3 * i] += f;
    """,
    "the sums of all blocks": """
        if (threadIdx.x == 0) u[blockIdx.x] = x[i];
        __syncthreads();
        if (i == 0) {
            float sum = 0;
            for (int b = 0; b < gridDim.x; ++b) sum += u[b];  //! CUP318
            y[0] = sum;
        }
    """,
    "the block before": """
        if (threadIdx.x == 0) u[blockIdx.x] = x[i];
        __syncthreads();
        y[i] = u[blockIdx.x - 1];  //! CUP318
    """,
    "divided by the first": "if (i < n) u[i] /= u[0];  //! CUP318",
    "one total": "if (i < n) u[0] += x[i];  //! CUP318",
    "a count": "if (i < n) u[0]++;  //! CUP318",
    "one of each block adds up": "if (threadIdx.x == 0) u[0] += x[blockIdx.x];  //! CUP318",
}
GOOD = {
    "a number that each thread counts for itself": """
        int own = 0;
        own += (int)x[i];
        if (i < n) u[i] = u[i] + u[own];
    """,
    "two arrays": "if (i > 0 && i < n - 1) y[i] = x[i - 1] + x[i + 1];",
    "its own element": "if (i < n) u[i] = 2 * u[i];",
    "red and black": "if (i > 0 && i < n - 1 && (i + j) % 2 == 0) u[i] = u[i - 1] + u[i + 1];",
    "red and black, left early": "if ((i & 1) != n) return;\n u[i] = u[i - 1] + u[i + 1];",
    "halves": "if (i < n / 2) u[i] += u[i + n / 2];",
    "half of it, told": "if (i < nx) u[i] += u[i + nx];",
    "eight": "if (i < 8) u[i] += u[i + 8];",
    "pairs": "if (i < n) { float a = u[2 * i], b = u[2 * i + 1]; u[2 * i] = a + b; u[2 * i + 1] = a - b; }",
    "parts of a record": "if (i < n) u[3 * i] = u[3 * i + 1] + u[3 * i + 2];",
    "along its own row": "if (i < n) for (int a = 1; a < nx; ++a) u[i * nx + a] += u[i * nx + a - 1];",
    "along its own column": "if (i < n) for (int a = 1; a < nx; ++a) u[a * n + i] += u[(a - 1) * n + i];",
    "one row of many": "if (i < nx) u[ny * nx + i] = u[(ny - 1) * nx + i];",
    "an edge": "if (j == 0 && i < nx) u[j * nx + i] = u[(j + 1) * nx + i];",
    "the other edge": "if (i < nx && j == ny - 1) u[j * nx + i] = u[(j - 1) * nx + i];",
    "some cells at the edge": "if (i < 3) u[i] = u[i + 3];",
    "the points outside": "if (i >= n) u[i] = u[i - 1];",
    "one thread": "if (i == 0) for (int a = 1; a < n; ++a) u[a] += u[a - 1];",
    "one total, by one thread": "if (i == 0) u[0] += x[0];",
    "an atomic total": "if (i < n) atomicAdd(&u[0], x[i]);",
    "the last block adds up": """
        __shared__ bool last;
        if (threadIdx.x == 0) { u[blockIdx.x] = x[i]; __threadfence(); }
        if (threadIdx.x == 0) last = atomicInc((unsigned int*)y, gridDim.x) == gridDim.x - 1;
        __syncthreads();
        if (last) for (int b = 0; b < gridDim.x; ++b) y[1] = u[b];
    """,
    "one block and a barrier": """
        u[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        y[threadIdx.x] = u[threadIdx.x + 1];
    """,
    "a part for each block": """
        float* mine = u + blockIdx.x * 256;
        mine[threadIdx.x] = x[i];
        __syncthreads();
        if (threadIdx.x < 255) y[i] = mine[threadIdx.x + 1];
    """,
    "the least of the neighbours": "if (i < n) u[i] = fminf(u[i], u[i + 1]);",
    "reached": "if (u[i + 1] > 0) u[i] = 1;",
    "known places only": "if (i < n) u[(int)x[i]] = u[i + 1];",
    "rounds in one array": "if (i < n) for (int t = 0; t < ny; ++t) u[(t + 1) * n + i] = u[t * n + i - 1];",
    "below the pivot": "for (int a = 0; a < n; ++a) if (i > a) u[i] -= u[a];",
    "never written": "if (i < n) y[i] = u[i + 1] * u[0];",
    "the whole grid waits": """
        cooperative_groups::grid_group grid = cooperative_groups::this_grid();
        u[i] = x[i];
        grid.sync();
        y[i] = u[i + 1];
    """,
    "a function that is not seen": "exchange(u, i);\n u[i] = u[i + 1];",
    "volatile": "volatile float* v = u;\n v[i] = v[i + 1];",
    "cases": "switch (j) { case 0: u[i] = x[i]; break; case 1: y[i] = u[i + 1]; break; }",
    "this side or that": "if (i < n) u[i] = x[i]; else y[i] = u[i + 1];",
}


def kernel(body: str) -> str:
    """A program with a kernel that has this body."""
    return program(BEGIN + body + "\n}")


@pytest.mark.parametrize("name", BAD)
def test_a_race_is_told(name: str) -> None:
    text = kernel(BAD[name])
    assert verdicts(text) == marked(text)


@pytest.mark.parametrize("name", GOOD)
def test_what_only_looks_like_one_is_not(name: str) -> None:
    assert not [item for item in verdicts(kernel(GOOD[name])) if item[1] == "CUP318"]


def test_a_function_of_cupyx_jit() -> None:
    text = """\
from cupyx import jit

@jit.rawkernel()
def smooth(u, n):
    i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    if i < n - 1:
        u[i] = u[i] + u[i + 1]  #! CUP318
"""
    assert verdicts(text) == marked(text)


def test_a_long_kernel_ends_soon() -> None:
    many = "\n".join(f"if (i < n) u[i + {number} * nx] = u[i * {number} + ny];" for number in range(2000))
    begin = time.perf_counter()
    kernel_facts(kernel(many))
    assert time.perf_counter() - begin < 5
