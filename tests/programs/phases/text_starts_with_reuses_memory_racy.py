import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = "load:0"
for i in range(12):
    if st.startswith("load"):
        with s1:
            w = x * 2  # expect: CUP104
        st = "wait:0"
    elif st.startswith("wait"):
        s2.wait_event(s1.record())
        st = "use:0"
    elif st.endswith(":0"):
        with s2:
            z = w + 1
        st = "load:0"
