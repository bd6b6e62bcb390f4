import cupy as cp
from tqdm import tqdm

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

buffers = [cp.empty(1 << 20), cp.empty(1 << 20)]
for i, buffer in enumerate(tqdm(buffers)):
    with s1:
        buffer[:] = x
s2.wait_event(s1.record())
with s2:
    r = buffers[1] + 1
