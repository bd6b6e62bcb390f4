import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = 17
for i in range(12):
    if hash(st) % 3 == 0:
        with s1:
            w = x * 2  # maybe: CUP104
    elif hash(st) % 3 == 1:
        s2.wait_event(s1.record())
    else:
        with s2:
            z = w + 1  # maybe: CUP101
    st = hash(st)
