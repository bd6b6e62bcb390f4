import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def parts():
    for k in range(3):
        with s1:
            a = x * k
        yield a


streams = [s2, s1, s1]
for k, part in enumerate(parts()):
    with streams[k]:
        b = part + 1  # expect: CUP101
