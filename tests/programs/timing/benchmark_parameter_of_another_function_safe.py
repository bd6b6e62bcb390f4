import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()


def compare(benchmark):
    benchmark(cp.sort, a)
