import cupy as cp

with cp.cuda.Device(0) as dev, cp.cuda.Stream() as s:
    x = cp.arange(1 << 20)
    y = x + 1

with cp.cuda.Device(0), s:
    y *= 2
    z = y.sum()
print(z)

lock_stream = cp.cuda.Stream(non_blocking=True)
e = cp.cuda.Event()
e.record(s)
lock_stream.wait_event(e)
with (
    cp.cuda.Device(0),
    lock_stream as ls,
):
    y -= 5
    done = ls.record()
done.synchronize()
print(y[0])
