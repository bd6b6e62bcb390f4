from concurrent.futures import ThreadPoolExecutor

import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def work():
    with s1:
        z = x * 2
        e = s1.record()
    e.synchronize()
    return torch.as_tensor(z, device="cuda")


with ThreadPoolExecutor() as pool:
    print(pool.submit(work).result().sum())
