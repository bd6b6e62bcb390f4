"""Batches with ragged sizes: views and reshape of one workspace, waited between uses."""

import cupy as cp
import numpy as np


class Workspace:
    def __init__(self, nbytes):
        self.mem = cp.empty(nbytes, dtype=cp.uint8)
        self.offset = 0

    def take(self, shape, dtype):
        dtype = np.dtype(dtype)
        size = int(np.prod(shape)) * dtype.itemsize
        view = self.mem[self.offset : self.offset + size].view(dtype).reshape(shape)
        self.offset += (size + 511) // 512 * 512
        return view

    def reset(self):
        self.offset = 0


def run(batches):
    ws = Workspace(1 << 24)
    cp.cuda.Device().synchronize()
    work = cp.cuda.Stream(non_blocking=True)
    results = []
    for batch in batches:
        ws.reset()
        a = ws.take(batch.shape, batch.dtype)
        b = ws.take((batch.shape[1], batch.shape[1]), batch.dtype)
        a.set(batch, stream=work)
        with work:
            cp.matmul(a.T, a, out=b)
            results.append(cp.trace(b))
        work.synchronize()
    return [float(r) for r in results]


def main():
    rng = np.random.default_rng()
    print(run([rng.random((k, 16)) for k in (10, 200, 33)]))


if __name__ == "__main__":
    main()
