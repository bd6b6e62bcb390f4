# Torch keeps a pool for each stream: the block of `batch ** 2` goes to later work of the same stream.
import cupy as cp  # noqa: F401
import torch


def norms(bufs, rounds, n):
    streams = [torch.cuda.Stream() for _ in range(n)]
    bufs = [torch.empty((1024, 64), dtype=torch.float32, device="cuda") for _ in range(n)]
    for _ in range(rounds):
        for i in range(8):
            stream = streams[i % n]
            with torch.cuda.stream(stream):
                batch = bufs[i % n][:512]
                norm = torch.sum(batch ** 2, dim=1, keepdim=True)
    torch.cuda.synchronize()
