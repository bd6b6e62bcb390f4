import cupy as cp

worker = cp.cuda.Stream(non_blocking=True)
start, stop = cp.cuda.Event(), cp.cuda.Event()
x = cp.random.rand(1 << 20)
cp.cuda.Device().synchronize()
start.record()
with worker:
    y = cp.sort(x)
cp.cuda.Stream.null.wait_event(worker.record())
stop.record()
stop.synchronize()
print(cp.cuda.get_elapsed_time(start, stop))
