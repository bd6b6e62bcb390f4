import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

times = []
for _ in range(3):
    first, last = cp.cuda.Event(), cp.cuda.Event()
    first.record(s1)
    with s1:
        cp.add(x, 1, out=y)
    last.record(s1)
    first.synchronize()
    times.append(cp.cuda.get_elapsed_time(first, last))  # expect: CUP502
s1.synchronize()
