import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
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


def cancel(token):
    with s1:
        token.fill(1)  # expect: CUP303


search((1,), (1,), (stop, tries), stream=s1)
cancel(stop)
