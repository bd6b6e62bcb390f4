import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def finish(obj):
    if isinstance(obj, cp.cuda.Stream):
        obj.synchronize()
    elif isinstance(obj, cp.cuda.Event):
        obj.synchronize()


def finish2(obj):
    if hasattr(obj, "synchronize"):
        obj.synchronize()
    elif callable(obj):
        obj()


with s:
    y = x * 2
finish(s)
print(y.sum())
with s:
    y += 1
finish(s.record())
print(y.sum())
with s:
    y += 1
finish2(s)
print(y.sum())
with s:
    y += 1
finish2(s.synchronize)
print(y.sum())  # maybe: CUP103
