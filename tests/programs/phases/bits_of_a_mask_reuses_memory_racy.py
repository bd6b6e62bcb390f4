import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = 1
for i in range(12):
    if st & 1:
        with s1:
            w = x * 2  # expect: CUP104
    elif st & 2:
        s2.wait_event(s1.record())
    elif st >> 2 & 1:
        with s2:
            z = w + 1
    st = st << 1
    if st == 8:
        st = 1
