import timeit

import cupy as cp

x = cp.random.rand(1 << 26)

tic = timeit.default_timer()
y = cp.sin(x)
toc = timeit.default_timer()  # expect: CUP501
elapsed_work = toc - tic

y = cp.cos(x)
tic = timeit.default_timer()
cp.cuda.Device().synchronize()
toc = timeit.default_timer()
elapsed_rest = toc - tic

print(f"Work: {1e6 * elapsed_work:.2f} µs")
print(f"Rest: {1e6 * elapsed_rest:.2f} µs")
