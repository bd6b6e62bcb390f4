import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def test_sort(benchmark):
    @benchmark  # expect: CUP501
    def out():
        return cp.sort(a)

    assert float(out[0, 0]) >= 0
