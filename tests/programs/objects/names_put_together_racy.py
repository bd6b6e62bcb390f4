import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Streams:
    pass


streams = Streams()
for name, stream in (("load", s1), ("work", s2)):
    setattr(streams, f"{name}_stream", stream)
with streams.load_stream:
    a = x * 2
with getattr(streams, "work" + "_stream"):
    b = a + 1  # expect: CUP101
