import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

streams = [s1, s2]


def double(s):
    with s:
        return x * 2


parts = [double(s) for s in streams]
with s1:
    first = parts[0] + 1
    second = parts[1] + 1  # expect: CUP101
[s.synchronize() for s in streams]
third = parts[0] + parts[1]
