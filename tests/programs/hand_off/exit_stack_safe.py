import contextlib

import cupy as cp
import torch

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with contextlib.ExitStack() as stack:
    stack.enter_context(s1)
    stack.enter_context(torch.cuda.stream(torch.cuda.ExternalStream(s1.ptr)))
    z = x * 2
    r = torch.as_tensor(z, device="cuda").sum()  # maybe: CUP204
