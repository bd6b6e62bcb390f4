import os

import cupy as cp

x = cp.ones(10)
pid = os.fork()
if pid == 0:
    os.execv("/bin/true", ["true"])
else:
    print(x.sum())
