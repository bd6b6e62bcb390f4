import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Context:
    stream = None
    other = None

    @classmethod
    def setup(cls):
        cls.stream = cp.cuda.Stream(non_blocking=True)
        Context.other = cp.cuda.Stream(non_blocking=True)


Context.setup()
with Context.stream:
    y = x * 2
Context.other.wait_event(Context.stream.record())
with Context.other:
    z = y + 1
Context.other.synchronize()
print(z.sum())
with Context.stream:
    z += 1
with Context.stream:
    w = z * 2
Context.stream.synchronize()
print(w.sum())
