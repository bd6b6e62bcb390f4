import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Sink:
    def __init__(self):
        self.out = []

    def take(self, arg):
        self.out.append(float(arg.sum()))  # expect: CUP205


sink = Sink()
s1.launch_host_func(sink.take, x)
