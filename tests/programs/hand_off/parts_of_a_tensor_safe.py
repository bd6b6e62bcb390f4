"""Parts of a tensor on streams of their own share nothing, and the host waits for torch first."""

import cupy as cp
import torch


def on_streams_of_torch(n):
    x = torch.ones(n, device="cuda")
    torch.cuda.synchronize()
    streams = [torch.cuda.Stream() for _ in range(4)]
    for part, stream in zip(x.chunk(4), streams):
        with torch.cuda.stream(stream):
            part.mul_(2)
    torch.cuda.synchronize()
    return cp.asarray(x)


def on_streams_of_cupy(n):
    x = torch.ones(n, device="cuda")
    torch.cuda.synchronize()
    streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
    parts = [cp.asarray(part) for part in x.split(n // 4)]
    for part, stream in zip(parts, streams):
        with stream:
            part *= 2
    for stream in streams:
        stream.synchronize()
    return x


def rows(n):
    x = torch.ones(n, device="cuda")
    torch.cuda.synchronize()
    one, two = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    upper, lower = (cp.asarray(row) for row in x.unbind())
    with one:
        upper *= 2
    with two:
        lower *= 2
    one.synchronize()
    two.synchronize()
    return x
