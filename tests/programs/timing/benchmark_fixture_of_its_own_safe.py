import cupy as cp
import pytest

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()


@pytest.fixture
def benchmark():
    def run(function, *arguments):
        function(*arguments)
        cp.cuda.Device().synchronize()

    return run


def test_sort(benchmark):
    benchmark(cp.sort, a)
