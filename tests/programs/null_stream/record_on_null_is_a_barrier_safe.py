import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x += 1
cp.cuda.Stream.null.record()
with b:
    x *= 2
cp.cuda.Stream.null.wait_event(b.record())
with a:
    x -= 1
host = [1, 2, 3]
cp.asarray(host)
with b:
    x *= 2
print(x.sum())
