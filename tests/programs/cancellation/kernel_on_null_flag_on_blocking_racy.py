import cupy as cp

search = cp.RawKernel(
    r"""
extern "C" __global__ void search(volatile int* stop, unsigned long long* tries) {
    while (*stop == 0 && *tries < 1000000000000ull) ++*tries;
}
""",
    "search",
)
stop = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(100, dtype=cp.uint64)
cp.cuda.Device().synchronize()

side = cp.cuda.Stream()
search((1,), (1,), (stop, tries))
with side:
    stop.fill(1)  # expect: CUP303
cp.cuda.Device().synchronize()
