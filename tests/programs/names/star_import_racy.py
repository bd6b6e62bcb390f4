from cupy import *
from cupy.cuda import *
a, b = Stream(), Stream()
with a:
    x = ones(9)
with b:
    y = x + 1  # expect: CUP101
