import cupy as cp
from cupy.cuda import Stream as S

s = cp.cuda.Stream(True)  # expect: CUP113
t = S(True)  # expect: CUP113
u = S(null=True)
x = cp.ones(1 << 20)
with s:
    y = x * 2
with t:
    z = y + 1
with u:
    z += 1
print(z.sum())
