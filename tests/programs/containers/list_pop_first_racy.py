import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
bf = [cp.empty(1 << 20) for _ in range(2)]
for i in range(6):
    s = st.pop(0)
    b = bf.pop()
    with s:
        b[...] = x  # expect: CUP102
    st.append(s)
    bf.append(b)
