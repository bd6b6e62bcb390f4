import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Stage:
    block = None

    @classmethod
    def load(cls):
        with s1:
            cls.block = x * 2
        s2.wait_event(s1.record())


Stage.load()
with s2:
    z = Stage.block.sum()
Stage.block = None
with s1:
    b = x * 3  # expect: CUP104
