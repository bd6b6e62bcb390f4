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
        outs.append(torch.as_tensor(x * 2, device="cuda"))
torch.cuda.synchronize()
print(sum(o.sum() for o in outs))
