import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = "load:0"
for i in range(12):
    kind, _, num = st.partition(":")
    if kind == "load":
        with s1:
            w = x * 2  # expect: CUP104
        st = "wait:" + num
    elif kind.upper() == "WAIT":
        s2.wait_event(s1.record())
        st = "use:0"
    elif st.split(":")[0] == "use":
        with s2:
            z = w + 1
        st = "load:0"
