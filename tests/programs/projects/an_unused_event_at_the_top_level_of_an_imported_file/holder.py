import cupy as cp
copier = cp.cuda.Stream(non_blocking=True)
worker = cp.cuda.Stream(non_blocking=True)
ready = cp.cuda.Event()
worker.wait_event(ready)  # expect: CUP105
