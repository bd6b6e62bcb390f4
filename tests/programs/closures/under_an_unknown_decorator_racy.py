import cupy as cp
import numpy as np
from elsewhere import spawn

y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


async def exchange(parts, sizes, n):
    blocks = [None] * n
    for i in range(n):

        @spawn(place=i)
        def run():
            blocks[i] = cp.zeros(sizes[i])
            with cp.cuda.Stream(non_blocking=True) as stream:
                part = blocks[i][2:3]
                part.data.copy_from_async(parts.data, 8, stream=stream)  # expect: CUP102
            cp.cuda.runtime.deviceSynchronize()
