import cupy as cp

import config

config.stream = cp.cuda.Stream(non_blocking=True)
x = cp.ones(4)
y = config.doubled(x)
print(y.sum())  # expect: CUP103
