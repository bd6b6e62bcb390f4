import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


class TestSort:
    class TestLarge:
        def on_device(self, m):
            out = cp.sort(m)
            cp.cuda.Stream.null.synchronize()
            return out

        def test_it(self, gpubenchmark, size):
            m = cp.random.rand(size)
            out = gpubenchmark(self.on_device, m)
            assert float(out[0]) >= 0
