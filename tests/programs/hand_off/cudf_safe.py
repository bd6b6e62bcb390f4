import cudf
import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    z = x * 2
    s1.synchronize()
df = cudf.DataFrame({"a": z})
print(df.sum())
