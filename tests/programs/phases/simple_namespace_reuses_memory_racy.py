from types import SimpleNamespace

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = SimpleNamespace(phase=0)
for i in range(12):
    if st.phase == 0:
        with s1:
            w = x * 2  # expect: CUP104
        st.phase = 1
    elif st.phase == 1:
        s2.wait_event(s1.record())
        st.phase = 2
    else:
        with s2:
            z = w + 1
        st.phase = 0
