import cupy as cp

grid = cp.ones((512, 64), dtype=cp.float32)
out = cp.empty(1 << 15, dtype=cp.float32)

left = grid[:, :8]
left.data.copy_from_device(out.data, left.nbytes)  # expect: CUP313
