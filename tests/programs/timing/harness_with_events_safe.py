"""Benchmark harness: warm-up, repeats, events, no cross-stream data."""

import argparse
import statistics

import cupy as cp
from cupyx.profiler import benchmark


def bench(fn, repeat=10, warmup=3, stream=None):
    stream = stream or cp.cuda.get_current_stream()
    times = []
    with stream:
        for _ in range(warmup):
            fn()
        stream.synchronize()
        for _ in range(repeat):
            start = cp.cuda.Event()
            stop = cp.cuda.Event()
            start.record()
            fn()
            stop.record()
            stop.synchronize()
            times.append(cp.cuda.get_elapsed_time(start, stop))
    return statistics.median(times)


class Case:
    def __init__(self, n):
        self.a = cp.random.random((n, n), dtype=cp.float32)
        self.b = cp.random.random((n, n), dtype=cp.float32)
        self.out = cp.empty((n, n), dtype=cp.float32)

    def matmul(self):
        cp.matmul(self.a, self.b, out=self.out)

    def add(self):
        cp.add(self.a, self.b, out=self.out)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("sizes", type=int, nargs="*", default=[256, 512])
    args = p.parse_args()
    for n in args.sizes:
        case = Case(n)
        cp.cuda.Device().synchronize()
        for name in ("matmul", "add"):
            print(n, name, bench(getattr(case, name)))
            print(n, name, bench(getattr(case, name), stream=cp.cuda.Stream(non_blocking=True)))
        print(benchmark(case.add, n_repeat=5))


if __name__ == "__main__":
    main()
