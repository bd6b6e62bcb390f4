import cupy as cp
from rich.progress import track

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

for name in track({"a": 1, "b": 2}):
    with s1:
        z = x * 2
s1.synchronize()
r = z + 1
