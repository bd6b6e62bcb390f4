from dataclasses import dataclass, field

import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
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


@dataclass
class Job:
    stream: object
    token: object = field(default_factory=lambda: cupyx.zeros_pinned(1, dtype=np.int32))

    def start(self):
        search((1,), (1,), (np.uint64(self.token.ctypes.data), tries), stream=self.stream)  # expect: CUP101
        return self

    def cancel(self):
        self.token[0] = 1
        self.stream.synchronize()


jobs = [Job(s1).start(), Job(s2).start()]
for job in jobs:
    job.cancel()
