import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import os


def run(a, args):
    if getattr(args, "overlap", False):
        with s:
            y = cp.full(1000, a)
    else:
        y = cp.full(1000, a)
    if getattr(args, "overlap", False):
        s.synchronize()
    return (y + 1).get()


def run2(a):
    if os.environ.get("OVERLAP"):
        with s:
            y = cp.full(1000, a)
    else:
        y = cp.full(1000, a)
    if os.environ.get("OVERLAP"):
        s.synchronize()
    return (y + 1).get()
