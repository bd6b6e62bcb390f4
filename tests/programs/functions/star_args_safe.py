import cupy as cp


def wait_all(*streams, host=True, **named):
    for s in streams:
        s.synchronize()
    for s in named.values():
        s.synchronize()


def add_into(out, *arrays):
    for a in arrays:
        out += a
    return out


pair = [cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)]
x, y, z = (cp.ones(1 << 18) for _ in range(3))
cp.cuda.Device().synchronize()
with pair[0]:
    x *= 2
with pair[1]:
    y *= 3
wait_all(*pair)
print(add_into(z, *(x, y)).sum())
cp.cuda.Stream.null.synchronize()
opts = {"a": pair[0], "b": pair[1]}
with pair[0]:
    x += 1
wait_all(**opts)
print(x.sum())
