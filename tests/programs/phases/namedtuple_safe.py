from collections import namedtuple

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

St = namedtuple("St", "phase ready")
st = St("load", False)
for i in range(12):
    if st.phase == "load":
        with s1:
            w = x * 2  # maybe: CUP104
        st = st._replace(phase="wait")
    elif st.phase == "wait":
        s2.wait_event(s1.record())
        st = st._replace(phase="use", ready=True)
    elif st.ready:
        with s2:
            z = w + 1  # maybe: CUP101
        st = St("load", False)
