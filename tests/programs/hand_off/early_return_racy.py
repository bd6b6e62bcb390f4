import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def run(a, wait):
    with s1:
        z = a * 2
    if wait:
        s1.synchronize()
        return torch.as_tensor(z, device="cuda").sum()
    return torch.as_tensor(z, device="cuda").sum()  # expect: CUP204


run(x, len(x) > 5)
