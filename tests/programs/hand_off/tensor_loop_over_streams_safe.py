import cupy as cp
import torch

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
parts = []
for i in range(4):
    with streams[i % 2]:
        parts.append(torch.from_dlpack(x * i))
stacked = torch.stack(parts)
print(stacked.sum())
