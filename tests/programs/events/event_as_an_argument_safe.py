import cupy as cp


def filtered(x, wait_for=None, stream=None):
    stream = stream or cp.cuda.get_current_stream()
    if wait_for is not None:
        stream.wait_event(wait_for)
    with stream:
        y = x * 0.5
    return y, stream.record()


s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
start = cp.cuda.get_current_stream().record()
y, e1 = filtered(x, start, stream=s)
z, e2 = filtered(y, e1, t)
cp.cuda.get_current_stream().wait_event(e2)
w, e3 = filtered(z)
print(w.sum())
