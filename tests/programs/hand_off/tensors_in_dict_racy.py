import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

outs = {}
for name in ("a", "b"):
    with s1:
        outs[name] = x * 2
tensors = {name: torch.as_tensor(v, device="cuda") for name, v in outs.items()}
print(tensors["a"].sum())  # expect: CUP204
