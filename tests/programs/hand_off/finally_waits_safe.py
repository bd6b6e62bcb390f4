import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def run(a):
    try:
        with s1:
            z = a * 2
            return torch.from_dlpack(z)
    finally:
        s1.synchronize()


print(run(x).sum())
