import os

import cupy as cp

x = cp.ones(10)
pid = os.fork()  # expect: CUP206
if pid == 0:
    print(cp.ones(3).sum())
    os._exit(0)
os.waitpid(pid, 0)
