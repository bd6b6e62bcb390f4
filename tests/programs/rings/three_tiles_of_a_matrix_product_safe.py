"""Tiled matrix product with a ring of three tiles; modular arithmetic on events."""

import cupy as cp
import numpy as np

DEPTH = 3


def tiled_matmul(a, b, tile=256):
    n, k = a.shape
    m = b.shape[1]
    copy = cp.cuda.Stream(non_blocking=True)
    gemm = cp.cuda.Stream(non_blocking=True)
    tiles = [cp.empty((tile, k), dtype=a.dtype) for _ in range(DEPTH)]
    free = [cp.cuda.Event(disable_timing=True) for _ in range(DEPTH)]
    full = [cp.cuda.Event(disable_timing=True) for _ in range(DEPTH)]
    db = cp.asarray(b)
    out = cp.empty((n, m), dtype=a.dtype)
    cp.cuda.get_current_stream().synchronize()
    for i, start in enumerate(range(0, n, tile)):
        j = i % DEPTH
        if i >= DEPTH:
            copy.wait_event(free[j])
        rows = min(tile, n - start)
        tiles[j][:rows].set(a[start : start + rows], stream=copy)
        full[j].record(copy)
        gemm.wait_event(full[j])
        with gemm:
            cp.matmul(tiles[j][:rows], db, out=out[start : start + rows])
        free[j].record(gemm)
    gemm.synchronize()
    return out


def main():
    rng = np.random.default_rng(0)
    a = rng.random((1000, 300), dtype=np.float32)
    b = rng.random((300, 200), dtype=np.float32)
    assert np.allclose(tiled_matmul(a, b).get(), a @ b, rtol=1e-4)


main()
