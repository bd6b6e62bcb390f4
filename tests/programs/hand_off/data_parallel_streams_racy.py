import cupy as cp
import numpy as np
import torch

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

streams = [torch.cuda.Stream() for _ in range(4)]
outs = []
for s in streams:
    with torch.cuda.stream(s), cp.cuda.ExternalStream(s.cuda_stream):
        outs.append(x * 2)
print(torch.as_tensor(outs[0], device="cuda").sum())  # expect: CUP204
