import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(i):
    print(cp.asnumpy(x))  # expect: CUP205


for i in range(4):
    with s1:
        x *= 2
    s1.launch_host_func(f, i)
s1.synchronize()
