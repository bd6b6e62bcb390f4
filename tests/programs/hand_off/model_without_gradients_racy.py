"""A network computes on a side stream of torch, without gradients; CuPy reads what it gives on another stream."""
import cupy as cp
import torch


def scores(model, x, side):
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side), torch.inference_mode():
        out = model(x)
    return out


model = torch.nn.Linear(10, 10).cuda().eval()
x = torch.rand(64, 10, device="cuda")
out = scores(model, x, torch.cuda.Stream())
work = cp.cuda.Stream(non_blocking=True)
with work:
    best = cp.asarray(out).argmax(axis=1)  # expect: CUP204
work.synchronize()
