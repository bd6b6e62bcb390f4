import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def batches():
    for i in range(3):
        with s1:
            batch = x * i
        yield batch


for batch in batches():
    with s2:
        total = batch.sum()  # expect: CUP101
s2.synchronize()
