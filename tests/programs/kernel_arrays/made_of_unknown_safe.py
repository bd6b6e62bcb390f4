"""What is made of an array that is not known has its type, which is not that of a number."""
import cupy as cp

step = cp.RawKernel(
    r"""
extern "C" __global__ void step(const float* src, float* dst, int n) {
    if (threadIdx.x < n) dst[threadIdx.x] = src[threadIdx.x];
}""",
    "step",
)
mask = cp.ones(100, dtype=bool)
known = cp.zeros(100, dtype=cp.float32)


def like(u):
    a, b = u, cp.empty_like(u)
    for _ in range(10):
        step((1,), (128,), (a, b, 100))
        a, b = b, a
    return a


def computed(u):
    for v in (cp.sqrt(u), cp.maximum(u, 0), cp.where(u > 0, u, 0), cp.where(mask, u, 0), cp.clip(u, 0, 1), cp.abs(u)):
        step((1,), (128,), (u, v, 100))


def arranged(u):
    for v in (cp.stack([u, u]), cp.concatenate([u, known]), cp.pad(u, 1), cp.roll(u, 1), cp.sum(u, axis=0)):
        step((1,), (128,), (u, v, 100))


def filled(u):
    for v in (cp.full(100, u[0]), cp.array([u]), cp.full_like(u, 0), cp.zeros_like(u.T)):
        step((1,), (128,), (u, v, 100))


class Field:
    def __init__(self, u):
        self.a, self.b = u, cp.empty_like(u)

    def advance(self):
        step((1,), (128,), (self.a, self.b, 100))
        self.a, self.b = self.b, self.a
