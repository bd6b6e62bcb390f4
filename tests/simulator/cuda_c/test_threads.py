"""Threads of a kernel: blocks, divergence, barriers, warps, atomic functions, loops that wait."""

from __future__ import annotations

import numpy as np
import pytest

from cupylint.runtime_checks.simulator.cuda_c import State
from tests.simulator.cuda_c.launching import compute, launch, prepare

SUM = """
__global__ void f(const float* x, float* y) {
    __shared__ float part[256];
    const int i = threadIdx.x;
    part[i] = x[blockIdx.x * 256 + i];
    __syncthreads();
    for (int s = 128; s > 0; s >>= 1) {
        if (i < s) part[i] += part[i + s];
        __syncthreads();
    }
    if (i == 0) y[blockIdx.x] = part[0];
}
"""


def test_a_sum_in_shared_memory() -> None:
    x, y = np.arange(256 * 6, dtype=np.float32), np.zeros(6, np.float32)
    launch(SUM, x, y, grid=(6,), block=(256,))
    assert (y == x.reshape(6, 256).sum(1)).all()


def test_a_barrier_that_is_missing_shows() -> None:
    x, y = np.ones(256 * 6, np.float32), np.zeros(6, np.float32)
    launch(SUM.replace("s];\n        __syncthreads();", "s];"), x, y, grid=(6,), block=(256,))
    assert (y != 256).any()


def test_loops_of_different_lengths() -> None:
    before = "int r = 0; for (int i = 0; i < t; ++i) { if (i % 3 == 1) continue; if (i > 6) break; r += i; }"

    def expected(t: int) -> int:
        return sum(i for i in range(min(t, 7)) if i % 3 != 1)

    assert compute("r", before=before, threads=40).tolist() == [expected(t) for t in range(40)]


def test_threads_return_early_and_in_three_dimensions() -> None:
    y = np.full((4, 6, 8), -1, np.int32)
    code = """__global__ void f(int* y, int n) {
        unsigned x = blockIdx.x * blockDim.x + threadIdx.x, yy = blockIdx.y * blockDim.y + threadIdx.y;
        unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
        if (x >= n) return;
        y[(z * gridDim.y * blockDim.y + yy) * 8 + x] = 100 * z + 10 * yy + x;
    }"""
    launch(code, y, np.int32(7), grid=(2, 3, 2), block=(4, 2, 2))
    z, yy, x = np.indices(y.shape)
    assert (y == np.where(x < 7, 100 * z + 10 * yy + x, -1)).all()


def test_atomic_functions() -> None:
    y = np.array([0, 0, 100, -100, 0, 5], np.int32)
    seen = np.zeros(300, np.int32)
    code = """__global__ void f(int* y, int* seen) {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        seen[i] = atomicAdd(&y[i % 2], 1);
        atomicMin(y + 2, i); atomicMax(y + 3, i); atomicOr(&y[4], 1 << (i % 8));
        if (i == 7) atomicExch(&y[5], 9);
        atomicCAS(&y[5], 9, 4);
    }"""
    launch(code, y, seen, grid=(3,), block=(100,))
    assert y[:5].tolist() == [150, 150, 0, 299, 255]
    assert y[5] in (9, 4)
    assert sorted(seen[::2]) == sorted(seen[1::2]) == list(range(150))


def test_warps() -> None:
    assert compute("__shfl_down_sync(0xffffffff, t, 3)", threads=64).tolist() == [
        t + 3 if t % 32 < 29 else t for t in range(64)
    ]
    assert compute("__shfl_sync(~0u, t * t, 5)", threads=64).tolist() == [25] * 32 + [37 * 37] * 32
    assert (compute("__ballot_sync(~0u, t % 2)", "unsigned", threads=64) == 0xAAAAAAAA).all()
    before = "float r = t; for (int d = 16; d; d /= 2) r += __shfl_xor_sync(~0u, r, d);"
    assert set(compute("r", "float", 32, before)) == {496.0}


def test_dynamic_shared_memory_and_votes() -> None:
    y = np.zeros(64, np.int32)
    code = """__global__ void f(int* y) {
        __shared__ int fixed[4]; extern __shared__ int given[];
        given[threadIdx.x] = threadIdx.x; fixed[threadIdx.x % 4] = 7;
        int some = __syncthreads_or(threadIdx.x == 5), n = __syncthreads_count(threadIdx.x < 9);
        y[threadIdx.x] = given[63 - threadIdx.x] + 100 * some + 1000 * n + fixed[0];
    }"""
    launch(code, y, block=(64,), shared=256)
    assert y.tolist() == [9107 + 63 - t for t in range(64)]


POLL = "__global__ void f(volatile int* flag, int* y) { while (*flag == 0) {} y[0] = *flag; }"


def test_a_loop_that_looks_at_a_flag_goes_on_when_it_is_set() -> None:
    flag, y = np.zeros(1, np.int32), np.zeros(1, np.int32)
    running = launch(POLL, flag, y)
    assert running.state is State.POLLING and running.never_ends()
    flag[0] = 3
    assert running.run() is State.ENDED and y[0] == 3


def test_a_flag_that_is_not_volatile_is_read_once() -> None:
    flag, y = np.zeros(1, np.int32), np.zeros(1, np.int32)
    running = launch(POLL.replace("volatile", ""), flag, y)
    flag[0] = 3
    assert running.run() is not State.ENDED and running.never_ends()


@pytest.mark.parametrize(
    ("body", "state"),
    [
        ("long long start = clock64(); while (clock64() - start < 3000000000ll) __nanosleep(100);", State.ENDED),
        ("int r = 0; for (int i = 0; i < 50000; ++i) r += i; x[0] = r;", State.ENDED),
        ("for (unsigned long long i = 0; x[0] == 0 && i < (1ull << 40); ++i) {}", State.STUCK),
        ("while (true) {}", State.STUCK),
        ("if (threadIdx.x < 7) while (atomicAdd(x, 0) == 0) {} else atomicAdd(x, 1);", State.ENDED),
        ("while (atomicCAS(x, 0, 1) != 0) {} x[1] += 1; atomicExch(x, 0);", State.ENDED),
        (
            "if (threadIdx.x < 32) { __syncthreads(); while (atomicAdd(x, 0) < 1) {} } else __syncthreads();",
            State.POLLING,
        ),
        ("if (threadIdx.x == 3) __syncwarp(); else if (threadIdx.x < 32) __syncthreads();", State.STUCK),
    ],
)
def test_which_loops_end(body: str, state: State) -> None:
    x = np.zeros(2, np.int32)
    running = launch(f"__global__ void f(volatile int* x_, int* x) {{ {body} }}", x, x, block=(64,))
    assert running.state is state
    assert state is State.ENDED or running.never_ends()


def test_blocks_that_have_no_room_do_not_begin() -> None:
    arrived = np.zeros(1, np.uint32)
    code = """__global__ void f(unsigned* arrived) {
        if (threadIdx.x == 0) { atomicAdd(arrived, 1); while (atomicAdd(arrived, 0) < gridDim.x) {} }
    }"""
    assert launch(code, arrived, grid=(200,), block=(1024,)).run() is State.ENDED
    arrived[0] = 0
    running = launch(code, arrived, grid=(300,), block=(1024,))
    assert running.state is State.POLLING and running.fills and running.never_ends() and arrived[0] == 264


def test_what_a_kernel_uses_of_memory() -> None:
    x, y = np.zeros((16, 8), np.float32), np.zeros(64, np.float32)
    code = """__global__ void f(const float* x, float* y, volatile float* z) {
        const int i = threadIdx.x;
        if (i < 4) y[2 * i] = x[i * 8 + 1] + x[i * 8 + 2];
        if (i == 5) z[40] = 1;
        if (i > 99) y[i] = 0;
    }"""
    running = prepare(code, x, y, y, block=(32,))
    running.run()
    used = {
        (part.shape, part.strides, writes, volatile, address - (y if writes else x).ctypes.data)
        for part, writes, volatile, address in running.used()
    }
    assert used == {
        ((4, 4), (32, 1), False, False, 4),
        ((4, 4), (32, 1), False, False, 8),
        ((4, 4), (8, 1), True, False, 0),
        ((4,), (1,), True, True, 160),
    }
