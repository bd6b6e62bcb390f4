import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = object.__new__(object)
table = make_table()
for i in range(12):
    if table[st] == "load":
        with s1:
            w = x * 2  # maybe: CUP104
    elif table[st] == "wait":
        s2.wait_event(s1.record())
    else:
        with s2:
            z = w + 1  # maybe: CUP101
    st = table.next(st)
