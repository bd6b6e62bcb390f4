"""Wave equation with boundary and interior on separate streams."""

import cupy as cp

step_interior = cp.ElementwiseKernel(
    "raw T u, raw T v, int32 n",
    "raw T w",
    """
    int r = i / (n - 4) + 2, c = i % (n - 4) + 2;
    int k = r * n + c;
    w[k] = 2 * u[k] - v[k] + T(0.1) * (u[k - 1] + u[k + 1] + u[k - n] + u[k + n] - 4 * u[k]);
    """,
    "step_interior",
)


class Wave:
    def __init__(self, n):
        self.n = n
        self.interior = cp.cuda.Stream(non_blocking=True)
        self.edge = cp.cuda.Stream(non_blocking=True)
        self.u = cp.zeros((n, n), dtype=cp.float32)
        self.v = cp.zeros_like(self.u)
        self.w = cp.zeros_like(self.u)
        self.u[n // 2, n // 2] = 1
        cp.cuda.get_current_stream().synchronize()

    def step(self):
        with self.interior:
            step_interior(self.u, self.v, self.n, self.w, size=(self.n - 4) ** 2)
        self.edge.wait_event(self.interior.record())
        with self.edge:
            self.w[0, :] = 0
            self.w[-1, :] = 0
            self.w[:, 0] = 0
            self.w[:, -1] = 0
        self.interior.wait_event(self.edge.record())
        self.u, self.v, self.w = self.w, self.u, self.v

    def energy(self):
        with self.interior:
            return float((self.u**2).sum())


def main():
    wave = Wave(512)
    for i in range(100):
        wave.step()
        if i % 10 == 0:
            print(i, wave.energy())


if __name__ == "__main__":
    main()
