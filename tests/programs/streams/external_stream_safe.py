import cupy as cp


def on_framework_stream(handle, a):
    ext = cp.cuda.ExternalStream(handle)
    with ext:
        b = cp.sqrt(a)
        c = b + a
    ext.synchronize()
    return c


def scale(a, stream_ptr, factor):
    with cp.cuda.ExternalStream(stream_ptr):
        a *= factor
    with cp.cuda.ExternalStream(stream_ptr):
        a += 1
    return a


s = cp.cuda.Stream()
x = cp.ones(1 << 10)
s.wait_event(cp.cuda.get_current_stream().record())
y = on_framework_stream(s.ptr, x)
z = scale(y, s.ptr, 2)
with s:
    print(z.sum())
