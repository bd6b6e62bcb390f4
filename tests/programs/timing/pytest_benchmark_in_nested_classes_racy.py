import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


class TestSort:
    class TestLarge:
        def on_device(self, m):
            return cp.sort(m)

        def test_it(self, gpubenchmark, size):
            m = cp.random.rand(size)
            out = gpubenchmark(self.on_device, m)  # expect: CUP501
            assert float(out[0]) >= 0
