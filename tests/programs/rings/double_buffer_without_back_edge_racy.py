import cupy as cp

load = cp.cuda.Stream(non_blocking=True)
work = cp.cuda.Stream(non_blocking=True)
slots = [cp.empty(1 << 20, dtype=cp.float32) for _ in range(2)]
filled = [cp.cuda.Event(disable_timing=True) for _ in range(2)]
total = cp.zeros(1 << 20, dtype=cp.float32)
cp.cuda.Device().synchronize()

for i in range(100):
    k = i % 2
    with load:
        slots[k].fill(i)  # expect: CUP102
        filled[k].record(load)
    work.wait_event(filled[k])
    with work:
        total += slots[k]
work.synchronize()
print(total[0].get())
