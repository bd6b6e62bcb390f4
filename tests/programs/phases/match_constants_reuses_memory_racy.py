import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = 0
for i in range(12):
    match st:
        case 0 | 10:
            with s1:
                w = x * 2  # expect: CUP104
        case 1:
            s2.wait_event(s1.record())
        case 2:
            with s2:
                z = w + 1
    st = (st + 1) % 3
