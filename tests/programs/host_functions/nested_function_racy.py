import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def run(a):
    done = []

    def finish(arg):
        done.append(cp.sum(a))  # expect: CUP205

    s1.launch_host_func(finish, None)
    s1.synchronize()
    return done


run(x)
