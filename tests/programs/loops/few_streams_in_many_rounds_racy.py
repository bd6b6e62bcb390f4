# simulator: agrees
import cupy as cp

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(5)]
other = cp.cuda.Stream(non_blocking=True)

x = cp.zeros((16, 16))
w = cp.ones(256)
cp.cuda.Device().synchronize()
with other:
    y = w * 2
for i in range(16):
    for j in range(16):
        with streams[0]:
            x[i, j] += 1
        for stream in streams:
            stream.synchronize()
print(y.sum())  # expect: CUP103
