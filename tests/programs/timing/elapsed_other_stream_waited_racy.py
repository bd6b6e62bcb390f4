import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

first, last = cp.cuda.Event(), cp.cuda.Event()
first.record(s1)
with s1:
    z = cp.sort(x)
last.record(s1)
s2.synchronize()
print(cp.cuda.get_elapsed_time(first, last))  # expect: CUP502
