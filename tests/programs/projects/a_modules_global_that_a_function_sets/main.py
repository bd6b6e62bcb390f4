import cupy as cp
import state
state.init()
b = cp.cuda.Stream(non_blocking=True)
with state.stream:
    x = cp.ones(9)
with b:
    y = x + 1  # expect: CUP101
