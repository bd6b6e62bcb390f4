import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

WAITERS = []


def waiter(cls):
    WAITERS.append(cls())
    return cls


@waiter
class Drain:
    def run(self):
        s1.synchronize()


with s1:
    a = x * 2
for each in WAITERS:
    each.run()
with s2:
    b = a + 1
