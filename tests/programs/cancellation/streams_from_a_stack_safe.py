import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)

stack = [s1, s2]
while stack:
    stack.pop().synchronize()
