import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def test_sort(benchmark):
    benchmark(cp.sort, a)  # expect: CUP501


def test_product(benchmark):
    result = benchmark(lambda: a @ a)  # expect: CUP501
    assert float(result.sum()) > 0


def test_scaled(benchmark):
    def scaled(m, by=2):
        return m * by

    benchmark.pedantic(scaled, args=(a,), kwargs={"by": 3}, rounds=10)  # expect: CUP501
