# device-memory: 256MiB
# measured-peak: 200000512

from contextlib import contextmanager

import cupy as cp


@contextmanager
def scratch():
    block = cp.ones((5000, 5000), dtype=cp.float32)
    yield block


with scratch() as first:
    print(float(first[0, 0]))
del first
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1
print(float(b[0, 0]))
