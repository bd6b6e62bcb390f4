import cupy as cp

scale = cp.RawKernel('extern "C" __global__ void scale(float* x, float* y) { y[threadIdx.x] = x[threadIdx.x]; }', "scale")


class Manager:
    def __init__(self, name):
        self.grid = None
        self.block = None


class Scaler(Manager):
    def __init__(self):
        super().__init__("Scaler")

    def init(self, n):
        if again:
            self.grid = (n,)
            self.block = (n // self.grid[0],)

    def execute(self, x):
        made = cp.asarray(x.rates)
        scale(self.grid, self.block, (x.data, made))
