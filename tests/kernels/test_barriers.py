"""CUP305: barriers that live threads can skip, and the many that they cannot."""

from __future__ import annotations

import time

import pytest

from cupylint.kernels.analyse import kernel_facts
from tests.kernels.cases import marked, program, verdicts

BAD = {
    "break on what a thread reads": """
__global__ void k(const float* x, float* y) {
    __shared__ float v[64];
    int i = threadIdx.x;
    for (int step = 0; step < 100; ++step) {
        if (v[i] < 1.0f) break;
        __syncthreads();  //! CUP305
        v[i] *= 0.5f;
        __syncthreads();
    }
    y[i] = v[i];
}""",
    "break on a value kept in a variable": """
__global__ void k(const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool done = false;
    for (int step = 0; step < 100; ++step) {
        float v = x[i];
        if (v < 1.0f) done = true;
        if (done) break;
        __syncthreads();  //! CUP305
    }
    y[i] = 1;
}""",
    "break on a flag that the host writes": """
__global__ void k(volatile int* stop, float* y) {
    for (int step = 0; step < 100; ++step) {
        if (*stop) break;
        y[threadIdx.x] += 1;
        __syncthreads();  //! CUP305
    }
    y[threadIdx.x] = 0;
}""",
    "loop while a flag is read by each thread": """
__global__ void k(volatile int* stop, float* y) {
    while (*stop == 0) {
        y[threadIdx.x] += 1;
        __syncthreads();  //! CUP305
    }
    y[threadIdx.x] = 0;
}""",
    "loop until each thread's own clock is up": """
__global__ void k(float* y) {
    long long start = clock64();
    while (clock64() - start < 1000) {
        __syncthreads();  //! CUP305
    }
    y[threadIdx.x] = 0;
}""",
    "continue before a barrier": """
__global__ void k(const int* mask, float* y) {
    for (int step = 0; step < 100; ++step) {
        if (mask[threadIdx.x] == step) continue;
        y[threadIdx.x] += 1;
        __syncthreads();  //! CUP305
    }
}""",
    "barrier for the even threads": """
__global__ void k(float* y) {
    __shared__ float s[64];
    int tid = threadIdx.x;
    if (tid % 2 == 0) {
        s[tid] = 1;
        __syncthreads();  //! CUP305
    }
    y[tid] = s[tid ^ 1];
}""",
    "barrier for the first thread, then one for all": """
__global__ void k(float* y) {
    __shared__ float s[64];
    if (threadIdx.x == 0) {
        s[0] = y[0];
        __syncthreads();  //! CUP305
    }
    __syncthreads();
    y[threadIdx.x] = s[0];
}""",
    "barrier inside the halving branch": """
__global__ void k(const float* x, float* y) {
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x;
    s[tid] = x[tid];
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (tid < half) {
            s[tid] += s[tid + half];
            __syncthreads();  //! CUP305
        }
    }
    if (tid == 0) y[blockIdx.x] = s[0];
}""",
    "barrier for the first half": """
__global__ void k(float* y) {
    __shared__ float s[64];
    if (threadIdx.x < blockDim.x / 2) { __syncthreads(); }  //! CUP305
    y[threadIdx.x] = s[threadIdx.x];
}""",
    "trip count read by each thread": """
__global__ void k(const int* length, float* y) {
    __shared__ float s[64];
    for (int j = 0; j < length[threadIdx.x]; ++j) {
        s[threadIdx.x] = j;
        __syncthreads();  //! CUP305
    }
    y[threadIdx.x] = s[0];
}""",
    "ticket from an atomic operation": """
__global__ void k(int* counter, float* y) {
    __shared__ float s[64];
    int ticket = atomicAdd(counter, 1);
    if (ticket == 0) {
        __syncthreads();  //! CUP305
    }
    y[threadIdx.x] = s[0];
}""",
    "barrier in a device function": """
__device__ float reduce(float* s) { __syncthreads(); return s[0]; }
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    if (x[threadIdx.x] > 0) {
        y[0] = reduce(s);  //! CUP305
    }
    __syncthreads();
}""",
    "group of the block": """
namespace cg = cooperative_groups;
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    auto block = cg::this_thread_block();
    if (x[threadIdx.x] > 0) {
        block.sync();  //! CUP305
    }
    y[threadIdx.x] = s[3];
}""",
    "do loop until a thread's own value is small": """
__global__ void k(float* x) {
    float v = x[threadIdx.x];
    do {
        v *= 0.5f;
        __syncthreads();  //! CUP305
    } while (v > 1.0f);
    x[threadIdx.x] = v;
}""",
    "uncertain: threads beyond the end skip it": """
__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        s[threadIdx.x] = x[i];
        __syncthreads();  //? CUP305
    }
    y[i] = s[0];
}""",
    "uncertain: stride loop with a barrier": """
__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[64];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        s[threadIdx.x] = x[i];
        __syncthreads();  //? CUP305
    }
    y[threadIdx.x] = s[0];
}""",
    "return of some blocks before a barrier of the grid": """
__global__ void k(float* x, int n) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    x[i] *= 2;
    grid.sync();  //! CUP305
    x[i] += x[0];
}""",
    "return of a block that sees the flag": """
__global__ void k(volatile int* stop, float* x) {
    if (*stop) return;
    cooperative_groups::this_grid().sync();  //! CUP305
    x[0] = 1;
}""",
    "barrier of the grid for one block": """
__global__ void k(float* x) {
    auto grid = cooperative_groups::this_grid();
    if (blockIdx.x == 0) {
        grid.sync();  //! CUP305
    }
}""",
}
# A barrier of the grid in a kernel made without a cooperative launch has another finding of its own.
COOPERATIVE = ", enable_cooperative_groups=True"

GOOD = {
    "a flag in memory that one thread resets, looked at between barriers of the grid": """
__global__ void k(int* done, const float* x, int n) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    if (blockIdx.x * blockDim.x + threadIdx.x == 0) *done = 0;
    grid.sync();
    for (int i = 0; i < n; ++i) {
        if (*done) break;
        grid.sync();
        if (x[blockIdx.x] > i) atomicExch(done, 1);
        grid.sync();
    }
}""",
    "reduction": """
__global__ void k(const float* x, float* y, int n) {
    extern __shared__ float s[];
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    s[tid] = i < n ? x[i] : 0;
    __syncthreads();
    for (unsigned int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (tid < half) s[tid] += s[tid + half];
        __syncthreads();
    }
    if (tid == 0) y[blockIdx.x] = s[0];
}""",
    "return of threads beyond the end": """
__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = s[0];
}""",
    "return on a flag": """
__global__ void k(volatile int* stop, float* y) {
    for (int step = 0; step < 100; ++step) {
        if (*stop) return;
        y[threadIdx.x] += 1;
        __syncthreads();
    }
}""",
    "all but one thread have ended": """
__global__ void k(const float* x, float* y) {
    if (threadIdx.x != 0) return;
    for (int j = 0; j < 100; ++j) {
        if (x[threadIdx.x + j] < 0) break;
        __syncthreads();
    }
    y[0] = 1;
}""",
    "branch behind which nothing follows": """
__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        s[threadIdx.x] = x[i];
        __syncthreads();
        y[i] = s[0];
    }
}""",
    "the other side ends": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    if (x[threadIdx.x] > 0) {
        __syncthreads();
    } else {
        return;
    }
    y[threadIdx.x] = s[0];
}""",
    "as many barriers on both sides": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    if (x[threadIdx.x] > 0) {
        s[threadIdx.x] = 1;
        __syncthreads();
    } else {
        s[threadIdx.x] = 2;
        __syncthreads();
    }
    y[threadIdx.x] = s[0];
}""",
    "branch on a parameter": """
__global__ void k(const float* x, float* y, int mode) {
    __shared__ float s[64];
    if (mode > 3) { s[threadIdx.x] = x[0]; __syncthreads(); }
    y[threadIdx.x] = s[0];
}""",
    "branch on the block": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    if (blockIdx.x == 0) { s[threadIdx.x] = x[0]; __syncthreads(); }
    y[threadIdx.x] = s[0];
}""",
    "trip count of the block": """
__global__ void k(const int* start, const float* x, float* y) {
    __shared__ float s[64];
    int row = blockIdx.x;
    for (int j = start[row]; j < start[row + 1]; j += blockDim.x) {
        if (j + threadIdx.x < start[row + 1]) s[threadIdx.x] = x[j + threadIdx.x];
        __syncthreads();
        y[j] = s[0];
        __syncthreads();
    }
}""",
    "decision shared through shared memory": """
__global__ void k(volatile int* stop, float* y) {
    __shared__ int quit;
    while (true) {
        if (threadIdx.x == 0) quit = *stop;
        __syncthreads();
        if (quit) break;
        y[threadIdx.x] += 1;
        __syncthreads();
    }
}""",
    "decision with __syncthreads_or": """
__global__ void k(const float* x, float* y) {
    int i = threadIdx.x;
    for (int step = 0; step < 100; ++step) {
        if (!__syncthreads_or(x[i] > step)) break;
        y[i] += 1;
        __syncthreads();
    }
}""",
    "tiled matrix product": """
#define TILE 16
__global__ void k(const float* a, const float* b, float* c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int t = 0; t < (n + TILE - 1) / TILE; ++t) {
        as[threadIdx.y][threadIdx.x] = row < n && t * TILE + threadIdx.x < n ? a[row * n + t * TILE + threadIdx.x] : 0;
        int from = t * TILE + threadIdx.y;
        bs[threadIdx.y][threadIdx.x] = col < n && from < n ? b[from * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}""",
    "histogram in shared memory": """
__global__ void k(const unsigned char* x, unsigned int* bins, int n) {
    __shared__ unsigned int local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x) local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[x[i]], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}""",
    "a variable used for a thread's loop, then for the block's": """
__global__ void k(const float* x, float* y, int n) {
    __shared__ float s[64];
    int i;
    for (i = threadIdx.x; i < n; i += blockDim.x) s[threadIdx.x] += x[i];
    for (i = 0; i < 4; ++i) { __syncthreads(); y[i] = s[i]; }
}""",
    "warp shuffles": """
__global__ void k(const float* x, float* y, int n) {
    float v = threadIdx.x < n ? x[threadIdx.x] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    __shared__ float s[32];
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x < 32) {
        v = s[threadIdx.x];
        for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    }
    if (threadIdx.x == 0) y[blockIdx.x] = v;
}""",
    "whole warps branch": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    int warp = threadIdx.x / 32;
    if (warp < 2) { __syncthreads(); }
    y[threadIdx.x] = s[0];
}""",
    "the block's base, from a thread's index": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = i - threadIdx.x;
    if (base == 0) { __syncthreads(); }
    y[i] = s[0];
}""",
    "persistent blocks take work": """
__global__ void k(int* next, float* x, int n) {
    __shared__ int item;
    for (;;) {
        if (threadIdx.x == 0) item = atomicAdd(next, 1);
        __syncthreads();
        int mine = item;
        __syncthreads();
        if (mine >= n) break;
        x[mine * blockDim.x + threadIdx.x] *= 2;
    }
}""",
    "unknown helper decides": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    if (decide(x, threadIdx.x)) { __syncthreads(); }
    y[threadIdx.x] = s[0];
}""",
    "a macro that nobody knows": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    if (INDEX == 0) { __syncthreads(); }
    y[threadIdx.x] = s[0];
}""",
    "bitonic sort": """
__global__ void k(float* x) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = x[t];
    for (int size = 2; size <= blockDim.x; size <<= 1) {
        for (int far = size / 2; far > 0; far >>= 1) {
            __syncthreads();
            int other = t ^ far;
            bool up = (t & size) == 0;
            if (other > t && (s[t] > s[other]) == up) { float v = s[t]; s[t] = s[other]; s[other] = v; }
        }
    }
    __syncthreads();
    x[t] = s[t];
}""",
    "scan": """
__global__ void k(float* x, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, in = 0, out = 1;
    s[t] = t > 0 ? x[t - 1] : 0;
    __syncthreads();
    for (int far = 1; far < n; far *= 2) {
        out = 1 - out; in = 1 - out;
        if (t >= far) s[out * n + t] = s[in * n + t] + s[in * n + t - far];
        else s[out * n + t] = s[in * n + t];
        __syncthreads();
    }
    x[t] = s[out * n + t];
}""",
    "iteration until all agree": """
__global__ void k(const float* a, float* x, int n) {
    __shared__ bool again;
    int i = threadIdx.x;
    do {
        __syncthreads();
        if (i == 0) again = false;
        __syncthreads();
        float was = x[i], now = a[i] * x[(i + 1) % n];
        if (fabsf(now - was) > 1e-3f) again = true;
        __syncthreads();
        x[i] = now;
    } while (again);
}""",
    "a thread's own search between barriers": """
__global__ void k(const float* x, int* y, int n) {
    __shared__ float s[256];
    for (int base = 0; base < n; base += 256) {
        if (base + threadIdx.x < n) s[threadIdx.x] = x[base + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; ++j) { if (s[j] > s[threadIdx.x]) continue; if (s[j] < 0) break; y[threadIdx.x]++; }
        __syncthreads();
    }
}""",
    "first threads return before a barrier of the grid": """
__global__ void k(float* x) {
    if (threadIdx.x != 0) return;
    cooperative_groups::this_grid().sync();  //? CUP305
}""",
    "a macro that does anything": """
#define AGREE(x) x = __syncthreads_or(x)
__global__ void k(const float* x, float* y) {
    int more = x[threadIdx.x] > 0;
    AGREE(more);
    while (more) { __syncthreads(); more = 0; }
    y[threadIdx.x] = 0;
}""",
    "a range of blocks": """
__global__ void k(float* x, int n) {
    for (int b = blockIdx.x; b < n; b += gridDim.x) {
        cooperative_groups::this_grid().sync();  //? CUP305
    }
}""",
    "control flow that is not followed": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    again:
    if (x[threadIdx.x] > 0) { __syncthreads(); }
    if (y[0] > 0) goto again;
    y[threadIdx.x] = s[0];
}""",
    "a switch on the thread": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
    switch (threadIdx.x % 3) {
    case 0: __syncthreads(); break;
    default: __syncthreads();
    }
    y[threadIdx.x] = s[0];
}""",
    "one branch or the other is compiled": """
__global__ void k(const float* x, float* y) {
    __shared__ float s[64];
#if WIDE
    int wide = 1;
#else
    int wide = 0;
#endif
    if (wide) { __syncthreads(); }
    y[threadIdx.x] = s[0];
}""",
    "asm may be a barrier of its own": """
__global__ void k(const float* x, float* y) {
    int done;
    for (int step = 0; step < 9; ++step) {
        asm volatile("bar.red.or.pred %0, 0, %1;" : "=r"(done) : "r"(1));
        if (done) break;
        __syncthreads();
    }
    y[0] = 1;
}""",
    "barrier of the grid for all": """
__global__ void k(float* x, int n) {
    auto grid = cooperative_groups::this_grid();
    for (int step = 0; step < n; ++step) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] *= 2;
        grid.sync();
    }
}""",
    "all blocks return for a parameter": """
__global__ void k(float* x, int n) {
    if (n == 0) return;
    cooperative_groups::this_grid().sync();
}""",
    "part of a block waits": """
__global__ void k(const float* x, float* y) {
    auto tile = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    if (x[threadIdx.x] > 0) tile.sync();
    y[threadIdx.x] = 1;
}""",
}


@pytest.mark.parametrize("name", BAD)
def test_skipped(name: str) -> None:
    text = program(BAD[name], COOPERATIVE)
    assert marked(text)
    assert verdicts(text) == marked(text)


@pytest.mark.parametrize("name", GOOD)
def test_reached_by_all(name: str) -> None:
    text = program(GOOD[name], COOPERATIVE)
    assert {item for item in verdicts(text) if item[2]} == set()
    assert verdicts(text) == marked(text)


def test_each_test_that_parts_the_threads_is_told_once() -> None:
    body = "if (x[threadIdx.x] > 0) { __syncthreads(); __syncthreads(); } x[threadIdx.x] = s[0];"
    text = program(f"__global__ void k(float* x) {{ __shared__ float s[9]; {body} }}")
    assert len(verdicts(text)) == 1


def test_many_barriers_that_are_skipped_cost_no_square() -> None:
    """What follows each of them is looked at as far as it matters only: 1,600 took 5 s."""
    body = "if (threadIdx.x) { __syncthreads(); } " * 4000
    text = f'import cupy as cp\nk = cp.RawKernel("extern \\"C\\" __global__ void f() {{ {body} }}", "f")\n'
    start = time.process_time()
    assert len(kernel_facts(text)) == 3999
    assert time.process_time() - start < 5
