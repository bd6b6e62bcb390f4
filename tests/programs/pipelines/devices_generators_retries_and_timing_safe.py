"""Everything: argparse, retry, devices, generators, timing, logging."""

import argparse
import logging
import time
from contextlib import contextmanager

import cupy as cp
import numpy as np

log = logging.getLogger("app")


@contextmanager
def section(name, stream):
    t0 = time.perf_counter()
    try:
        yield
    finally:
        stream.synchronize()
        log.info("%s %.3f", name, time.perf_counter() - t0)


class Job:
    def __init__(self, seed, n):
        self.seed, self.n = seed, n
        self.attempts = 0
        self.result = None

    def run(self, stream):
        self.attempts += 1
        rng = np.random.default_rng(self.seed)
        with stream:
            a = cp.asarray(rng.random((self.n, self.n)))
            q, r = cp.linalg.qr(a)
            self.result = cp.abs(cp.diag(r)).min()


def schedule(jobs, devices, retries=2):
    pending = list(jobs)
    while pending:
        job = pending.pop(0)
        device = devices[job.seed % len(devices)]
        with cp.cuda.Device(device):
            stream = cp.cuda.Stream(non_blocking=True)
            try:
                with section(f"job {job.seed}", stream):
                    job.run(stream)
            except (MemoryError, RuntimeError) as exc:
                if job.attempts > retries:
                    raise
                log.warning("retry %s: %s", job.seed, exc)
                pending.append(job)
                continue
            yield job.seed, float(job.result)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("-n", type=int, default=128)
    p.add_argument("--devices", type=int, nargs="+", default=[0])
    args = p.parse_args()
    logging.basicConfig(level=logging.INFO)
    for seed, value in schedule([Job(s, args.n) for s in range(4)], args.devices):
        print(seed, value)


if __name__ == "__main__":
    main()
