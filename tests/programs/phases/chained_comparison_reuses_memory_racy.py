import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = 0
for i in range(12):
    if 0 <= st < 1:
        with s1:
            w = x * 2  # expect: CUP104
    elif 1 <= st < 2:
        s2.wait_event(s1.record())
    elif 2 <= st <= 2:
        with s2:
            z = w + 1
    st = (st + 1) % 3
