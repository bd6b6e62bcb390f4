import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def made():
    with s1:
        return [x * 2]


for _ in made():
    s2.wait_event(s1.record())
    with s2:
        z = _.sum()
with s1:
    b = x * 3
print(_.shape)
