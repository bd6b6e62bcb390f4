"""Options decide whether a side stream is used; both paths right."""

import argparse

import cupy as cp
import numpy as np


def build(args):
    if args.overlap:
        return cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    s = cp.cuda.Stream.null
    return s, s


def run(args):
    io, work = build(args)
    overlap = args.overlap
    acc = None
    previous = None
    for i in range(args.steps):
        with io:
            x = cp.asarray(np.random.rand(args.size))
            loaded = cp.cuda.Event()
            loaded.record()
        if overlap:
            work.wait_event(loaded)
        with work:
            y = cp.sin(x).sum()
            acc = y if acc is None else acc + y
        if overlap:
            previous = work.record()
            io.wait_event(previous)
    work.synchronize()
    return float(acc)


def parse():
    p = argparse.ArgumentParser()
    p.add_argument("--overlap", action="store_true")
    p.add_argument("--steps", type=int, default=4)
    p.add_argument("--size", type=int, default=1000)
    return p.parse_args()


if __name__ == "__main__":
    print(run(parse()))
