import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
bf = [cp.empty(1 << 20) for _ in range(3)]
for i in range(6):
    with st[0]:
        bf[0][...] = x  # expect: CUP102
    st.insert(0, st.pop())
    bf.insert(1, bf.pop())
