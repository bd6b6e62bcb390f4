from concurrent.futures import ThreadPoolExecutor

import cupy as cp
import torch

x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def work(a):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        z = a * 2
    return torch.as_tensor(z, device="cuda")


with ThreadPoolExecutor(2) as pool:
    for t in pool.map(work, [x, y]):
        print(t.sum())  # expect: CUP204
