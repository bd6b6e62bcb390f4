import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

ts = torch.cuda.Stream()
with torch.cuda.stream(ts):
    with cp.cuda.Stream.from_external(ts):
        a = x * 2
        t = torch.as_tensor(a, device="cuda")
    r = t.sum()
