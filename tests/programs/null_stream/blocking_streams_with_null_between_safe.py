"""Blocking streams used with the null stream between them."""

import cupy as cp
import numpy as np


class Pair:
    def __init__(self):
        self.a = cp.cuda.Stream()
        self.b = cp.cuda.Stream()

    def upload(self, host):
        with self.a:
            x = cp.asarray(host)
            x *= 2
        return x

    def barrier(self):
        # work on the null stream orders all blocking streams
        flag = cp.zeros(1)
        flag += 1

    def consume(self, x):
        with self.b:
            return (x * x).sum()


def main():
    p = Pair()
    rng = np.random.default_rng(3)
    acc = 0.0
    for _ in range(4):
        x = p.upload(rng.random(1 << 16))
        p.barrier()
        s = p.consume(x)
        acc += float(s)
    y = p.upload(np.arange(10.0))
    z = y + 1  # null stream, waits for blocking streams
    w = p.consume(z)  # blocking stream waits for null
    print(acc, w)


if __name__ == "__main__":
    main()
