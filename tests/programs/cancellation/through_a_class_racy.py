import cupy as cp
import cupyx
import numpy as np

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
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()


class Job:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.token = cp.zeros(1, dtype=cp.int32)

    def start(self):
        search((1,), (1,), (self.token, tries), stream=self.stream)

    def cancel(self):
        with self.stream:
            self.token.fill(1)  # expect: CUP303  # expect: CUP102
        self.stream.synchronize()


cp.cuda.Device().synchronize()
job = Job()
job.start()
job.cancel()
