from contextlib import contextmanager
import cupy as cp


@contextmanager
def on_stream(stream):
    stream.wait_event(cp.cuda.get_current_stream().record())
    with stream:
        yield stream


s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
with on_stream(s):
    y = x * 2
z = y + 1  # expect: CUP103
cp.cuda.Device().synchronize()
print(z.sum())
