import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = 0.0
for i in range(12):
    if st > 0.5:
        with s2:
            z = w + 1
        st = 0.0
    else:
        with s1:
            w = x * 2  # expect: CUP104
        s2.wait_event(s1.record())
        st = st + 0.6
