import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    s1.begin_capture()
    cp.multiply(x, 2, out=x)
    done = s1.record()
    done.synchronize()  # expect: CUP503
    graph = s1.end_capture()
