"""A method that the base class calls on its stream is not there to be called by itself."""
import cupy as cp


class Runner:
    def __init__(self, n):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.x, self.y = cp.zeros(n), cp.zeros(n)

    def forward(self, x, out):
        raise NotImplementedError

    def submit(self):
        with self.stream:
            self.forward(self.x, self.y)


class Scaling(Runner):
    kernel = cp.ElementwiseKernel("T x, T a", "T y", "y = x * a", "scale")

    def __init__(self, n):
        super().__init__(n)
        with self.stream:
            self.factors = cp.ones(n)

    def forward(self, x, out):
        self.kernel(x, self.factors, out)  # maybe: CUP103
