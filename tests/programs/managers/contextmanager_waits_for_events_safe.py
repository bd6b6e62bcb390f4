from contextlib import contextmanager
import cupy as cp


@contextmanager
def on_stream(stream, *inputs_ready):
    for e in inputs_ready:
        stream.wait_event(e)
    with stream:
        yield stream
    stream.synchronize()


s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
e = cp.cuda.Event()
e.record()
with on_stream(s, e):
    y = x * 2
with on_stream(t) as cur:
    z = y + 1
    assert cur is t
print(z.sum(), y.sum())
