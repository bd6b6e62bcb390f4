"""Arrays at different offsets of one block do not touch each other."""

import cupy as cp

block = cp.zeros(1024, dtype=cp.float32)
first, second = (cp.cuda.Stream(non_blocking=True) for _ in range(2))
memory = cp.cuda.UnownedMemory(block.data.ptr, block.nbytes, block)
left = cp.ndarray((512,), dtype=cp.float32, memptr=cp.cuda.MemoryPointer(memory, 0))
right = cp.ndarray((512,), dtype=cp.float32, memptr=cp.cuda.MemoryPointer(memory, 2048))
cp.cuda.Device().synchronize()
with first:
    left += 1
with second:
    right += 1
