import cupy as cp

kernels = cp.RawModule(code=r"""
extern "C" __global__ void laplace(const float* u, float* lap) { lap[threadIdx.x] = u[threadIdx.x]; }
extern "C" __global__ void leap(float* u, const float* lap) { u[threadIdx.x] += lap[threadIdx.x]; }
""")
laplace, leap = kernels.get_function("laplace"), kernels.get_function("leap")


class Wave:
    def __init__(self, n):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.u = cp.ones(n, cp.float32)
            self.graph = self.capture()

    def capture(self):
        lap = self.lap = cp.empty_like(self.u)

        def body():
            laplace((1,), (256,), (self.u, lap))
            leap((1,), (256,), (self.u, lap))

        self.stream.synchronize()
        self.stream.begin_capture()
        body()
        return self.stream.end_capture()

    def advance(self):
        self.graph.launch(self.stream)

    def checkpoint(self):
        with self.stream:
            return self.u.copy()
