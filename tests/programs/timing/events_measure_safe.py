import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

first, last = cp.cuda.Event(), cp.cuda.Event()
first.record()
b = a @ a
last.record()
last.synchronize()
print(cp.cuda.get_elapsed_time(first, last))
