import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def main(batches):
    for batch in batches:
        with s1:
            a = cp.array(batch)  # expect: CUP104
        s2.wait_event(s1.record())
        with s2:
            z = a.sum()
