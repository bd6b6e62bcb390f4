"""The kernel is what is timed; the other stream only gets something ready."""
import cupy as cp

spin = cp.RawKernel(
    r'''
extern "C" __global__ void spin(int n) { for (int i = 0; i < n; i++) __nanosleep(100); }
''',
    "spin",
)
other = cp.cuda.Stream(non_blocking=True)
start, stop = cp.cuda.Event(), cp.cuda.Event()
x = cp.zeros(100)
cp.cuda.Device().synchronize()
start.record()
spin((1,), (1,), (1000,))
with other:
    y = x + 1
stop.record()
stop.synchronize()
print(cp.cuda.get_elapsed_time(start, stop))
other.synchronize()
