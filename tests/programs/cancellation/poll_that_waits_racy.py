"""The loop should look whether to stop, but waits for the kernel in its first round."""

import cupy as cp

kernel = cp.ElementwiseKernel("float64 a", "float64 b", "b = a * 2", "double")
values = cp.ones(1 << 20)
result = cp.empty_like(values)
cp.cuda.Device().synchronize()

stream = cp.cuda.Stream()
event = cp.cuda.Event()
kernel(values, result, stream=stream)
event.record(stream)

stop = False
while not stop:
    if stop:
        break
    event.synchronize()  # expect: CUP306
