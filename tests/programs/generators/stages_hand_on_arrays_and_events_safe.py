"""Generator pipeline: stages as generators that pass (array, event) pairs."""

import cupy as cp
import numpy as np


def read(n):
    for i in range(n):
        yield np.full((256, 256), i, dtype=np.float32)


def upload(chunks, stream):
    for chunk in chunks:
        with stream:
            a = cp.asarray(chunk)
        yield a, stream.record()


def transform(pairs, stream):
    for a, ready in pairs:
        stream.wait_event(ready)
        with stream:
            b = cp.exp(-a) + cp.log1p(a)
        yield b, stream.record()


def download(pairs, stream):
    for b, ready in pairs:
        stream.wait_event(ready)
        yield cp.asnumpy(b, stream=stream)


def main():
    up, work, down = (cp.cuda.Stream(non_blocking=True) for _ in range(3))
    total = 0.0
    for host in download(transform(upload(read(12), up), work), down):
        total += host.sum()
    print(total)


if __name__ == "__main__":
    main()
