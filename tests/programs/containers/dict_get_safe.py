import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = {0: s1, 1: s2}
bf = [cp.empty(1 << 20) for _ in range(2)]
for i in range(9):
    s = st.get(i % 2)
    with s:
        bf[i % 2][...] = x
