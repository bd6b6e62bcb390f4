"""A kernel is given a table of addresses: it reads what lies there, and not the table alone."""

import cupy as cp

pack = cp.RawKernel(
    r"""
extern "C" __global__ void pack(float* packed, const long long* parts, int count) {
    int i = threadIdx.x;
    if (i < count) packed[i] = *(float*)parts[i];
}""",
    "pack",
)


def packed(count):
    side = cp.cuda.Stream(non_blocking=True)
    found = cp.zeros(count, cp.float32)
    cp.cuda.Device().synchronize()
    parts = [cp.ones(1, cp.float32) for _ in range(4)]
    with side:
        table = cp.array([part.data.ptr for part in parts], dtype=cp.int64)
        pack((1,), (4,), (found, table, 4))  # expect: CUP101
    return found.get(stream=side)
