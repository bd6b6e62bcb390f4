"""Some of the work is covered: perhaps it is what is timed."""
import cupy as cp

other = cp.cuda.Stream(non_blocking=True)
start, stop = cp.cuda.Event(), cp.cuda.Event()
x = cp.random.rand(1 << 20)
y = cp.zeros(100)
cp.cuda.Device().synchronize()
start.record()
sorted_x = cp.sort(x)
with other:
    z = y + 1
stop.record()
stop.synchronize()
print(cp.cuda.get_elapsed_time(start, stop))
other.synchronize()
