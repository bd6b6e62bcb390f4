import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
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


class Token:
    def __init__(self):
        self.memory = cupyx.zeros_pinned(1, dtype=np.int32)

    @property
    def pointer(self):
        return np.uint64(self.memory.ctypes.data)


token = Token()
search((1,), (1,), (token.pointer, tries), stream=s1)
s1.synchronize()
token.memory[0] = 1  # expect: CUP303
