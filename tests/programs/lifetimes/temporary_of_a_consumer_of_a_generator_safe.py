import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def use(array, total):
    with s2:
        total += array.sum()


def blocks(count):
    for number in range(count):
        block = cp.full(1 << 20, number)
        yield block


total = cp.zeros(1)
cp.cuda.Device().synchronize()
with s2:
    total += y.sum()
for i in range(2):
    with s2:
        a = x * 2 + x * 3
    s1.wait_event(s2.record())
    with s1:
        cp.multiply(a, 2, out=a)
    for block in blocks(2):
        use(y, total)
