import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
sync = lambda: s.synchronize()  # noqa: E731
after = lambda a, b: a.wait_event(b.record())  # noqa: E731
x = cp.ones(1 << 20)
after(s, cp.cuda.Stream.null)
with s:
    y = (lambda v: v * 2)(x)
sync()
print(y.sum())
ops = {"exp": lambda v: cp.exp(v), "wait": lambda _v: s.synchronize()}
cp.cuda.Stream.null.synchronize()
with s:
    z = ops["exp"](y)
ops["wait"](None)
print(z.sum())
