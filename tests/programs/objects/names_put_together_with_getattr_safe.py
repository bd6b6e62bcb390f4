import cupy as cp


class Lanes:
    def __init__(self, n):
        for k in range(n):
            setattr(self, f"s{k}", cp.cuda.Stream(non_blocking=True))

    def finish(self):
        for k in range(2):
            getattr(self, f"s{k}").synchronize()


lanes = Lanes(2)
x = cp.ones((2, 1 << 18))
cp.cuda.Device().synchronize()
with lanes.s0:
    x[0] *= 2
with lanes.s1:
    x[1] *= 3
lanes.finish()
print(x.sum())
with getattr(lanes, "s0"):
    x += 1
lanes.finish()
print(x)
