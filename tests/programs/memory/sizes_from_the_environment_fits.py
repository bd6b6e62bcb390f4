# device-memory: 256MiB

import os

import cupy as cp

n = int(os.environ.get("N", "20000"))
a = cp.zeros((n, n))
