import cupy as cp

load, work = cp.cuda.Stream(), cp.cuda.Stream()
for i in range(5):
    with load:
        a = cp.full(1000, i)  # expect: CUP104
    work.wait_event(load.record())
    with work:
        z = a.sum()
