import cupy as cp
scale = cp.RawKernel(r'extern "C" __global__ void scale(float* x) { x[threadIdx.x] *= 2; }', "scale")
s = cp.cuda.Stream(non_blocking=True)
start, stop = cp.cuda.Event(), cp.cuda.Event()
x = cp.ones(256, dtype=cp.float32)
cp.cuda.Device().synchronize()
start.record()
with s:
    scale((1,), (256,), (x,))
stop.record()
stop.synchronize()
print(cp.cuda.get_elapsed_time(start, stop))  # expect: CUP505
s.synchronize()
