from types import SimpleNamespace

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = SimpleNamespace(phase=0, stream=s1)
for i in range(12):
    if st.phase == 0:
        with st.stream:
            w = x * 2
        st.phase = 1
    else:
        with s2:
            z = w + 1  # expect: CUP101
        st.phase = 0
