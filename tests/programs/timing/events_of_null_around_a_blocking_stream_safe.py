"""The null stream waits for blocking streams, so the events on it cover the work."""
import cupy as cp

worker = cp.cuda.Stream()
start, stop = cp.cuda.Event(), cp.cuda.Event()
x = cp.random.rand(1 << 20)
cp.cuda.Device().synchronize()
start.record()
with worker:
    y = cp.sort(x)
stop.record()
stop.synchronize()
print(cp.cuda.get_elapsed_time(start, stop))
