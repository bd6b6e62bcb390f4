import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)

e = cp.cuda.Event()
s2.wait_event(e)  # expect: CUP105
e.record(s1)
s2.wait_event(e)
