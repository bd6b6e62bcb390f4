import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Load:
    pass


class Wait:
    pass


class Use(Load):
    pass


st = Load()
for i in range(12):
    if isinstance(st, Use):
        with s2:
            z = w + 1
        st = Load()
    elif isinstance(st, Load):
        with s1:
            w = x * 2  # expect: CUP104
        st = Wait()
    elif isinstance(st, (Wait,)):
        s2.wait_event(s1.record())
        st = Use()
