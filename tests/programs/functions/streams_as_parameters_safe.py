import cupy as cp

kernel = cp.RawKernel(
    r"""
extern "C" __global__ void add_one(const float* x, float* y, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) y[i] = x[i] + 1.0f;
}
""",
    "add_one",
)


def first(x, y, stream):
    with stream:
        kernel((64,), (256,), (x, y, cp.int32(x.size)))


def second(y, stream):
    stream.use()
    try:
        return cp.sqrt(y)
    finally:
        cp.cuda.Stream.null.use()


def both(x, y, stream):
    first(x, y, stream)
    z = second(y, stream)
    stream.synchronize()
    return z.sum()


s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(16384, dtype=cp.float32)
y = cp.empty_like(x)
s.wait_event(cp.cuda.get_current_stream().record())
print(both(x, y, s))
