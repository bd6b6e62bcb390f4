import cupy as cp
import numpy as np
import pytest

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


@pytest.fixture
def benchmark():
    def run(function, *arguments):
        function(*arguments)
        cp.cuda.Device().synchronize()

    return run


def test_sort(benchmark):
    benchmark(cp.sort, a)
