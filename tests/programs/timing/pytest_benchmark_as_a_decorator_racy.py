import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()


def test_sort(benchmark):
    @benchmark  # expect: CUP501
    def out():
        return cp.sort(a)

    assert float(out[0, 0]) >= 0
