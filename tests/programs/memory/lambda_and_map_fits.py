# device-memory: 256MiB

import cupy as cp

double = lambda a: a * 2
results = list(map(lambda n: float(double(cp.ones((n, n), dtype=cp.float32)).sum()), [5000, 5000, 5000]))
