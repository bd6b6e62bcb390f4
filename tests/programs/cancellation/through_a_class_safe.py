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
warm = cp.zeros(1, dtype=cp.int32)
tries = cp.zeros(100, dtype=cp.uint64)
flag = cupyx.zeros_pinned(1, dtype=np.int32)
cp.cuda.Device().synchronize()


class Job:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.side = cp.cuda.Stream(non_blocking=True)
        self.token = cp.zeros(1, dtype=cp.int32)
        self.side.wait_event(cp.cuda.get_current_stream().record())
        self.stream.wait_event(cp.cuda.get_current_stream().record())

    def start(self):
        search((1,), (1,), (self.token, tries), stream=self.stream)

    def cancel(self):
        with self.side:
            self.token.fill(1)
        self.stream.synchronize()


warm.fill(1)
job = Job()
job.start()
job.cancel()
