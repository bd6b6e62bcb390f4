import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = cupyx.empty_pinned(1 << 20)
with open("data.bin", "rb") as file:
    for part in range(3):
        file.readinto(memoryview(h))  # expect: CUP202
        x.set(h, stream=s1)
