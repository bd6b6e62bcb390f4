import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

order = ["load", "wait", "use"]
st = "load"
for i in range(12):
    if order.index(st) == 0:
        with s1:
            w = x * 2  # expect: CUP104
    elif order.index(st) == 1:
        s2.wait_event(s1.record())
    elif order.index(st) == 2:
        with s2:
            z = w + 1
    st = order[(order.index(st) + 1) % 3]
