import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def inner(stream):
    for k in range(3):
        with stream:
            b = cp.full(1000, k)
        yield b


def outer():
    yield from inner(s)


keep = []
total = cp.zeros(1000)
for b in outer():
    total += b  # expect: CUP103
    keep.append(b)
cp.cuda.Device().synchronize()
