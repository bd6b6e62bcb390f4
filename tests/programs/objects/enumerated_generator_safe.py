import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def parts():
    for stream in (s1, s2, s1):
        with stream:
            a = x * 2
        yield a


streams = [None, s1, s2, s1]
for k, part in enumerate(parts(), start=1):
    with streams[k]:
        b = part + 1
