import cupy as cp
import nvtx

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

with nvtx.annotate("product", color="red"):
    b = a @ a
print(float(b.sum()))
