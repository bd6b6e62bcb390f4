import cupy as cp

default = cp.cuda.get_current_stream()
n1 = cp.cuda.Stream(null=True)
n2 = cp.cuda.Stream.null
n3 = cp.cuda.ExternalStream(0)
x = cp.ones(1 << 20)
for s in (default, n1, n2, n3):
    with s:
        x *= 2
y = x + 1
b = cp.cuda.Stream()
with b:
    y -= x
n1.synchronize()
with cp.cuda.Stream(non_blocking=True) as side:
    z = y * 2
    side.synchronize()
print(z.sum())
