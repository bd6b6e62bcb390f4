"""CUP317: shared memory that threads write and others read with no barrier in between, and what only looks like it."""

from __future__ import annotations

import time

import pytest

from cupylint.kernels.analyse import kernel_facts
from tests.kernels.cases import marked, program, verdicts

BEGIN = "__global__ void k(const float* x, float* y, int n) {\n    int i = threadIdx.x;\n"
BAD = {
    "a histogram that is not zero yet": """
    __shared__ int s[64];
    s[i] = 0;
    for (int j = blockIdx.x * blockDim.x + i; j < n; j += blockDim.x * gridDim.x)
        atomicAdd(&s[(int)x[j]], 1);  //! CUP317
    __syncthreads();
    y[i] = s[i];
""",
    "a histogram that is read too early": """
    __shared__ int s[64];
    s[i] = 0;
    __syncthreads();
    int b = (int)x[i];
    atomicAdd(&s[b], 1);
    y[i] = s[i];  //! CUP317
""",
    "a histogram that is added to another one too early": """
    __shared__ int s[64];
    s[i] = 0;
    __syncthreads();
    atomicAdd(&s[(int)x[i]], 1);
    atomicAdd(&y[i], s[i]);  //! CUP317
""",
    "one thread adds up counts that others are still adding to": """
    __shared__ int s[64];
    s[i] = 0;
    __syncthreads();
    atomicAdd(&s[(int)x[i]], 1);
    if (i == 0) {
        int sum = 0;
        for (int j = 0; j < 64; ++j) sum += s[j];  //! CUP317
        y[0] = sum;
    }
""",
    "a count that one thread resets": """
    __shared__ int s;
    if (i == 0) s = 0;
    atomicAdd(&s, 1);  //! CUP317
""",
    "one writes, all read": """
    __shared__ float s;
    if (i == 0) s = x[0];
    y[i] = s;  //! CUP317
""",
    "one writes an element": """
    __shared__ float s[4];
    if (!threadIdx.x) s[2] = x[0];
    y[i] = s[2];  //! CUP317
""",
    "all read, then one writes": """
    __shared__ float s;
    if (i == 0) s = x[0];
    __syncthreads();
    y[i] = s;
    if (i == 0) s = x[1];  //! CUP317
""",
    "a neighbour": """
    __shared__ float s[64];
    s[i] = x[i];
    y[i] = s[i + 1];  //! CUP317
""",
    "a neighbour where the last threads have left": """
    __shared__ float s[64];
    if (i >= n) return;
    s[i] = x[i];
    if (i > 0) y[i] = s[i - 1];  //! CUP317
""",
    "from the other end": """
    __shared__ float s[64];
    s[i] = x[i];
    y[i] = s[63 - i];  //! CUP317
""",
    "the first element": """
    __shared__ float s[64];
    s[i] = x[i];
    y[i] = s[0];  //! CUP317
""",
    "one adds up what all wrote": """
    __shared__ float s[64];
    s[i] = x[i];
    if (i == 0) {
        float sum = 0;
        for (int j = 0; j < 64; ++j) sum += s[j];  //! CUP317
        y[0] = sum;
    }
""",
    "filled by all, in strides": """
    __shared__ float s[640];
    for (int j = threadIdx.x; j < 640; j += blockDim.x) s[j] = x[j];
    float sum = 0;
    for (int j = 0; j < 640; ++j) sum += s[j];  //! CUP317
    y[i] = sum;
""",
    "a tile turned round": """
    __shared__ float tile[16][16];
    int c = threadIdx.x, r = threadIdx.y;
    tile[r][c] = x[r * n + c];
    y[r * n + c] = tile[c][r];  //! CUP317
""",
    "the next tile is loaded while others read this one": """
    __shared__ float tile[16][16];
    int c = threadIdx.x, r = threadIdx.y;
    float sum = 0;
    for (int t = 0; t < n; ++t) {
        tile[r][c] = x[t * 256 + r * 16 + c];  //! CUP317
        __syncthreads();
        for (int j = 0; j < 16; ++j) sum += tile[r][j];
    }
    y[r * 16 + c] = sum;
""",
    "a tree without barriers": """
    __shared__ float s[256];
    s[i] = x[i];
    __syncthreads();
    for (int h = blockDim.x / 2; h > 0; h /= 2) {
        if (i < h) s[i] += s[i + h];  //! CUP317
    }
    if (i == 0) y[0] = s[0];
""",
    "levels written out": """
    __shared__ float s[256];
    s[i] = x[i];
    __syncthreads();
    if (i < 128) s[i] += s[i + 128];
    if (i < 64) s[i] += s[i + 64];  //! CUP317
    __syncthreads();
    if (i == 0) y[0] = s[0];
""",
    "old values, written in place": """
    __shared__ float s[64];
    s[i] = x[i];
    __syncthreads();
    for (int step = 0; step < n; ++step) {
        float v = s[i + 1];
        s[i] = v;  //! CUP317
        __syncthreads();
    }
    y[i] = s[i];
""",
    "within a warp": """
    __shared__ float s[256];
    s[i] = x[i];
    __syncthreads();
    if (i < 32) {
        s[i] += s[i + 32];
        s[i] += s[i + 16];  //? CUP317
    }
""",
    "within a warp, as before Volta": """
    __shared__ volatile float s[64];
    s[i] = x[i];
    s[i] += s[i + 16];  //? CUP317
""",
}
GOOD = {
    "a histogram": """
    __shared__ int s[64];
    s[i] = 0;
    __syncthreads();
    for (int j = i; j < n; j += blockDim.x) atomicAdd(&s[(int)x[j]], 1);
    __syncthreads();
    y[i] = s[i];
""",
    "atomic operations among themselves": """
    __shared__ int s[64];
    atomicExch(&s[(int)x[i]], 0);
    atomicAdd(&s[(int)x[i]], 1);
""",
    "an atomic operation on its own element": """
    __shared__ int s[64];
    s[i] = 0;
    atomicAdd(&s[i], 1);
    y[i] = s[i];
""",
    "barriers on both sides": """
    __shared__ float s;
    if (i == 0) s = x[0];
    __syncthreads();
    y[i] = s;
    __syncthreads();
    if (i == 0) s = x[1];
""",
    "each its own": """
    __shared__ float s[64];
    s[i] = x[i];
    s[i] *= 2;
    y[i] = s[threadIdx.x];
""",
    "the one that wrote reads": """
    __shared__ float s[2];
    if (i == 0) { s[0] = x[0]; y[0] = s[0]; }
""",
    "the one that reads wrote this element": """
    __shared__ float s[64];
    s[i] = x[i];
    if (i == 0) y[0] = s[0];
""",
    "the others have left": """
    __shared__ float s[64];
    if (i != 0) return;
    s[i] = x[i];
    y[i] = s[i + 1];
""",
    "elements of each thread beside each other": """
    __shared__ float s[192];
    s[3 * i] = x[i];
    s[3 * i + 1] = x[i + n];
    s[3 * i + 2] = s[3 * i] + s[3 * i + 1];
    y[i] = s[3 * i + 2];
""",
    "two parts of one array": """
    __shared__ float s[512];
    s[i] = x[i];
    s[i + 256] = x[i + 256];
    y[i] = s[i] + s[i + 256];
""",
    "threads below a number read from those above": """
    __shared__ float s[256];
    s[i] = x[i];
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (i < h) s[i] += s[i + h];
        __syncthreads();
    }
    if (i == 0) y[0] = s[0];
""",
    "two buffers in turn": """
    __shared__ float s[2][64];
    for (int t = 0; t < n; ++t) {
        s[t & 1][i] = x[t * 64 + i];
        __syncthreads();
        y[i] += s[t & 1][i + 1];
    }
""",
    "a function that may hold a barrier": """
    __shared__ float s[64];
    s[i] = x[i];
    wait_for_all();
    y[i] = s[i + 1];
""",
    "a barrier in a text of its own": """
    __shared__ float s[64];
    s[i] = x[i];
    asm volatile("bar.sync 0;");
    y[i] = s[i + 1];
""",
    "a barrier of cooperative groups": """
    auto block = cooperative_groups::this_thread_block();
    __shared__ float s[64];
    s[i] = x[i];
    block.sync();
    y[i] = s[i + 1];
""",
    "a warp that is kept together": """
    __shared__ float s[64];
    if (i < 32) {
        s[i] = x[i];
        __syncwarp();
        float v = s[i + 16];
        __syncwarp();
        s[i] += v;
    }
""",
    "some do this, others that": """
    __shared__ float s[64];
    if (i < 32) s[i] = x[i]; else y[i] = s[i + 1];
""",
    "added atomically": """
    __shared__ int s[64];
    atomicAdd(&s[i % 8], 1);
    atomicAdd(&s[(i + 1) % 8], 1);
""",
    "all write the same": """
    __shared__ int s;
    s = 0;
    if (x[i] > 0) s = 1;
    y[i] = s;
""",
    "an address only": """
    __shared__ float s[64];
    s[i] = x[i];
    float* next = &s[i + 1];
    y[i] = next - s;
""",
}


@pytest.mark.parametrize("name", BAD)
def test_read_before_it_may_be_there(name: str) -> None:
    text = program(BEGIN + BAD[name] + "}")
    assert marked(text)
    assert verdicts(text) == marked(text)


@pytest.mark.parametrize("name", GOOD)
def test_ordered_or_not_known(name: str) -> None:
    assert verdicts(program(BEGIN + GOOD[name] + "}")) == set()


def test_a_barrier_that_may_be_in_a_part_that_is_not_known() -> None:
    body = "__shared__ float s[64]; s[threadIdx.x] = 1; ''' + more + ''' x[0] = s[threadIdx.x + 1];"
    text = f"import cupy as cp\nk = cp.RawKernel('''__global__ void k(float* x) {{ {body} }}''', 'k')\n"
    assert verdicts(text) == set()


def test_atomic_operations_of_a_jit_kernel() -> None:
    text = (
        "import cupy as cp\nfrom cupyx import jit\n@jit.rawkernel()\ndef k(data, counts):\n"
        "    s = jit.shared_memory(cp.uint32, 256)\n    i = jit.threadIdx.x\n    s[i] = 0\n    jit.syncthreads()\n"
        "    jit.atomic_add(s, data[i], 1)\n{barrier}    jit.atomic_add(counts, i, s[i])\n"
    )
    assert verdicts(text.format(barrier="")) == {(10, "CUP317", True)}
    assert verdicts(text.format(barrier="    jit.syncthreads()\n")) == set()


def test_one_finding_for_each_array() -> None:
    body = "__shared__ float s[64], t[64]; int i = threadIdx.x; s[i] = t[i] = 1; x[i] = s[i + 1] + s[i + 2] + t[i + 1];"
    assert len(kernel_facts(program(f"__global__ void k(float* x) {{ {body} }}"))) == 2


def test_loops_in_loops_and_many_accesses_cost_no_square() -> None:
    inside = "s[i] = s[i] + 1; " * 60
    for depth in range(12):
        inside = f"for (int j{depth} = 0; j{depth} < 9; ++j{depth}) {{ {inside} }}"
    body = f"__shared__ float s[64]; int i = threadIdx.x; {inside} " + "s[i] += s[i]; " * 3000
    start = time.process_time()
    assert kernel_facts(program(f"__global__ void k(float* x) {{ {body} }}")) == []
    assert time.process_time() - start < 5
