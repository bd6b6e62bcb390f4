import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

w = cp.empty(1 << 20)
st = start()
while True:
    if st == 7:
        break
    with s1:
        w[...] = x  # expect: CUP102
    s2.wait_event(s1.record())
    with s2:
        z = w + 1
    st = advance(st)
