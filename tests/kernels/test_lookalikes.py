"""Kernels as real code writes them: wrong ones beside look-alikes that are right.

Rejection loops, queues of work, locks, bounded waits and look-back scans spin or leave loops early and are right.
"""

from __future__ import annotations

import pytest

from tests.kernels.cases import marked, program, verdicts

RIGHT = {
    "rejection loop before a barrier": """
#include <curand_kernel.h>
extern "C" __global__ void k(float* out, unsigned long long seed) {
    curandState state;
    curand_init(seed, threadIdx.x, 0, &state);
    float u, v;
    do {
        u = 2.f * curand_uniform(&state) - 1.f;
        v = 2.f * curand_uniform(&state) - 1.f;
    } while (u * u + v * v >= 1.f);
    __shared__ float sum[256];
    sum[threadIdx.x] = u;
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum[0] + sum[255];
}""",
    "rejection loop with a break": """
__device__ unsigned int step(unsigned int& s) { s = s * 1664525u + 1013904223u; return s; }
extern "C" __global__ void k(unsigned int* out, unsigned int bound) {
    unsigned int s = threadIdx.x + 1, r;
    while (true) {
        r = step(s);
        if (r < bound) break;
    }
    out[threadIdx.x] = r;
    __syncthreads();
}""",
    "queue of work shared by a block": """
extern "C" __global__ void k(int* queue, int n, float* y) {
    __shared__ int item;
    while (true) {
        if (threadIdx.x == 0) item = atomicAdd(queue, 1);
        __syncthreads();
        if (item >= n) break;
        y[item * blockDim.x + threadIdx.x] *= 2.f;
        __syncthreads();
    }
}""",
    "queue of work, each thread its own": """
extern "C" __global__ void k(int* queue, int n, float* y) {
    int item;
    while ((item = atomicAdd(queue, 1)) < n) y[item] *= 2.f;
}""",
    "queue of work by warps": """
extern "C" __global__ void k(int* queue, int n, float* y) {
    const int lane = threadIdx.x & 31;
    while (true) {
        int item = 0;
        if (lane == 0) item = atomicAdd(queue, 1);
        item = __shfl_sync(0xffffffff, item, 0);
        if (item >= n) return;
        y[item * 32 + lane] += 1.f;
    }
}""",
    "bounded wait with a pause": """
extern "C" __global__ void k(volatile int* flag, int* out) {
    int tries = 0;
    while (*flag == 0 && ++tries < 100000) __nanosleep(100);
    *out = tries;
}""",
    "bounded by the clock": """
extern "C" __global__ void k(volatile int* flag, int* out) {
    const long long start = clock64();
    while (!*flag) { if (clock64() - start > 1000000) return; }
    *out = 1;
}""",
    "one thread asks for the block": """
extern "C" __global__ void k(volatile int* stop, float* y, int n) {
    __shared__ int quit;
    for (int base = 0; base < n; base += blockDim.x) {
        if (threadIdx.x == 0) quit = *stop;
        __syncthreads();
        if (quit) break;
        y[base + threadIdx.x] += 1.f;
        __syncthreads();
    }
}""",
    "lock": """
extern "C" __global__ void k(int* lock, int* count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            ++*count;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}""",
    "minimum of floats": """
__device__ float lower(float* at, float value) {
    int* bits = (int*)at;
    int old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(fminf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
extern "C" __global__ void k(float* at, const float* x) { lower(at, x[threadIdx.x]); }""",
    "the last block adds up": """
__device__ unsigned int count = 0;
extern "C" __global__ void k(const float* x, float* part, float* out) {
    __shared__ bool last;
    part[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    if (threadIdx.x == 0) last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        float sum = 0;
        for (int i = threadIdx.x; i < gridDim.x; i += blockDim.x) sum += part[i];
        atomicAdd(out, sum);
    }
}""",
    "looks back at the block before": """
extern "C" __global__ void k(int* ticket, volatile int* state, volatile float* sums, const float* x) {
    __shared__ int mine;
    if (threadIdx.x == 0) {
        mine = atomicAdd(ticket, 1);
        if (mine > 0) while (state[mine - 1] == 0) { }
        sums[mine] = (mine > 0 ? sums[mine - 1] : 0.f) + x[mine];
        __threadfence();
        state[mine] = 1;
    }
    __syncthreads();
}""",
    "roots of a forest": """
extern "C" __global__ void k(int* parent, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int root = i;
    while (parent[root] != root) root = parent[root];
    parent[i] = root;
}""",
    "union of trees": """
extern "C" __global__ void k(int* parent, const int* left, const int* right, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int a = left[i], b = right[i];
    bool done = false;
    do {
        while (parent[a] != a) a = parent[a];
        while (parent[b] != b) b = parent[b];
        if (a < b) { int old = atomicMin(parent + b, a); done = old == b; b = old; }
        else if (b < a) { int old = atomicMin(parent + a, b); done = old == a; a = old; }
        else done = true;
    } while (!done);
}""",
    "list of neighbours": """
extern "C" __global__ void k(const int* next, float* y) {
    for (int i = threadIdx.x; next[i] != -1; i = next[i]) y[i] += 1.f;
}""",
    "binary search": """
extern "C" __global__ void k(const float* edges, const float* x, int* out, int n) {
    int low = 0, high = n;
    while (low < high) {
        int middle = (low + high) / 2;
        if (edges[middle] < x[threadIdx.x]) low = middle + 1;
        else high = middle;
    }
    out[threadIdx.x] = low;
}""",
    "sum by halves": """
extern "C" __global__ void k(float* x) {
    __shared__ float part[256];
    part[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) x[0] = part[0];
}""",
    "tiles whose loop is the same for all": """
extern "C" __global__ void k(const float* a, float* c, int n) {
    __shared__ float tile[16][16];
    float sum = 0;
    for (int t = 0; t < (n + 15) / 16; ++t) {
        int i = t * 16 + threadIdx.x;
        tile[threadIdx.y][threadIdx.x] = i < n ? a[i] : 0.f;
        __syncthreads();
        for (int j = 0; j < 16; ++j) sum += tile[threadIdx.y][j];
        __syncthreads();
    }
    c[threadIdx.x] = sum;
}""",
    "all vote at a barrier": """
extern "C" __global__ void k(float* x, int* rounds) {
    int r = 0;
    float v = x[threadIdx.x];
    while (__syncthreads_or(v > 1.f)) { v *= 0.5f; ++r; }
    x[threadIdx.x] = v;
    if (threadIdx.x == 0) *rounds = r;
}""",
    "threads without work end early": """
extern "C" __global__ void k(const float* x, float* y, int n) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = s[0];
}""",
    "the flag is read atomically": """
#include <cuda/atomic>
extern "C" __global__ void k(int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_system> f(*flag);
    while (f.load(cuda::memory_order_acquire) == 0) { }
    *out = 1;
}""",
    "written by the kernel, waited for by a fence": """
extern "C" __global__ void k(int* flag, int* out) {
    if (threadIdx.x == 0) { *out = 1; __threadfence(); *flag = 1; }
    else while (*flag == 0) __threadfence();
}""",
}
WRONG = {
    "queue of each thread, with a barrier": """
extern "C" __global__ void k(int* queue, int n, float* y) {
    int item;
    while ((item = atomicAdd(queue, 1)) < n) {
        y[item] *= 2.f;
        __syncthreads();  //! CUP305
    }
    y[0] = 0;
}""",
    "each thread asks for itself": """
extern "C" __global__ void k(volatile int* stop, float* y) {
    for (int round = 0; round < 1000; ++round) {
        if (stop[0]) break;
        y[threadIdx.x] += 1.f;
        __syncthreads();  //! CUP305
    }
    y[threadIdx.x] *= 2.f;
}""",
    "barrier among the half": """
extern "C" __global__ void k(float* x) {
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) {
            x[threadIdx.x] += x[threadIdx.x + s];
            __syncthreads();  //! CUP305
        }
    }
}""",
    "barrier for the first warp": """
extern "C" __global__ void k(float* x) {
    __shared__ float part[32];
    if (threadIdx.x == 0) {
        part[0] = x[0];
        __syncthreads();  //! CUP305
    }
    x[threadIdx.x] = part[0];
    __syncthreads();
    x[threadIdx.x] += part[0];
}""",
    "rounds of each thread": """
extern "C" __global__ void k(const int* rounds, float* x) {
    for (int i = 0; i < rounds[threadIdx.x]; ++i) {
        x[threadIdx.x] += x[(threadIdx.x + 1) % blockDim.x];  //! CUP318
        __syncthreads();  //! CUP305
    }
    x[threadIdx.x] = 0.f;
}""",
    "rejection with a barrier in it": """
__device__ float draw(unsigned int& s) { s = s * 1664525u + 1013904223u; return s * 2.3283064e-10f; }
extern "C" __global__ void k(float* out, const unsigned int* seeds) {
    unsigned int s = seeds[threadIdx.x];
    float u = seeds[threadIdx.x] * 0.1f;
    while (u > 0.5f) {
        u = u * 0.9f;
        __syncthreads();  //! CUP305
    }
    out[threadIdx.x] = u;
}""",
    "a grid's barrier after some have ended": """
#include <cooperative_groups.h>
extern "C" __global__ void k(float* x) {
    if (threadIdx.x == 0) return;
    x[threadIdx.x] += 1.f;
    cooperative_groups::this_grid().sync();  //? CUP305
    x[threadIdx.x] += x[0];
}""",
    "a grid's barrier after a block has ended": """
#include <cooperative_groups.h>
extern "C" __global__ void k(float* x) {
    if (blockIdx.x == 0) return;
    x[threadIdx.x] += 1.f;
    cooperative_groups::this_grid().sync();  //! CUP305
    x[threadIdx.x] += x[0];
}""",
    "plain flag": """
extern "C" __global__ void k(int* flag, int* out) {
    while (*flag == 0) { }  //! CUP304
    *out = 1;
}""",
    "plain flag with work": """
extern "C" __global__ void k(const int* cancel, float* out) {
    float v = 1.f;
    while (!cancel[0]) v = v * 1.0001f + 1.f;  //! CUP304
    *out = v;
}""",
    "plain flag read through the cache": """
extern "C" __global__ void k(const int* __restrict__ done, float* out) {
    while (__ldg(done) == 0) { }  //! CUP304
    *out = 1.f;
}""",
    "plain flag among bounds": """
extern "C" __global__ void k(const int* abort_flag, float* out, int n) {
    float v = 0.f;
    for (int i = 0; i < n && !*abort_flag; ++i) v += i * 0.5f;  //! CUP304
    *out = v;
}""",
    "all blocks meet at a counter": """
extern "C" __global__ void k(int* count, float* x) {
    x[blockIdx.x] += 1.f;
    __threadfence();
    atomicAdd(count, 1);
    while (atomicAdd(count, 0) < gridDim.x) { }  //! CUP307
    x[blockIdx.x] += x[0];
}""",
    "all blocks meet at a counter, volatile": """
extern "C" __global__ void k(int* count, float* x) {
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while (*(volatile int*)count < (int)gridDim.x);  //! CUP307
    }
    __syncthreads();
    x[blockIdx.x] += 1.f;
}""",
}


@pytest.mark.parametrize("name", RIGHT)
def test_right(name: str) -> None:
    assert verdicts(program(RIGHT[name])) == set()


@pytest.mark.parametrize("name", WRONG)
def test_wrong(name: str) -> None:
    text = program(WRONG[name], ", enable_cooperative_groups=True" if "this_grid" in WRONG[name] else "")
    assert verdicts(text) == marked(text) != set()
