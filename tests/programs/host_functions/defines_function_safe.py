import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(arg):
    def later():
        return x.sum()

    arg.append(later)


todo = []
s1.launch_host_func(f, todo)
s1.synchronize()
print([each() for each in todo])
