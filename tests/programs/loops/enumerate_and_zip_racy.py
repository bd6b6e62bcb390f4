import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)

streams = (s1, s2)
parts = [cp.zeros(9), cp.zeros(9)]
cp.cuda.Device().synchronize()
for i, (s, part) in enumerate(zip(streams, parts)):
    with s:
        part += i
with s1:
    a = parts[0] * 2
    b = parts[1] * 2  # expect: CUP101
