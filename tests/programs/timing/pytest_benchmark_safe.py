import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def test_product(benchmark):
    result = benchmark(lambda: (a @ a).get())
    assert result.shape == (512, 512)


def test_norm(benchmark):
    def norm():
        out = cp.linalg.norm(a)
        cp.cuda.Device().synchronize()
        return out

    assert benchmark(norm) > 0
    assert benchmark.pedantic(norm, rounds=3) > 0


def test_on_the_host(benchmark):
    benchmark(np.sort, np.ones(100))


def test_of_code_that_is_not_seen(benchmark, engine):
    benchmark(engine.run, a)
