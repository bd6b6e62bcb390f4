"""Per-layer gradient all-reduce overlapped with the backward pass (single device stand-in)."""

import cupy as cp


class Layer:
    def __init__(self, n_in, n_out):
        self.w = cp.random.randn(n_in, n_out).astype(cp.float32) * 0.01
        self.x = None
        self.grad = None

    def forward(self, x):
        self.x = x
        return cp.maximum(x @ self.w, 0)

    def backward(self, g):
        self.grad = self.x.T @ g
        return g @ self.w.T


class Reducer:
    def __init__(self, world=2):
        self.comm = cp.cuda.Stream(non_blocking=True)
        self.world = world

    def reduce(self, grad, after):
        self.comm.wait_event(after)
        with self.comm:
            grad /= self.world
        return self.comm.record()

    def finish(self, stream):
        stream.wait_event(self.comm.record())


class Trainer:
    def __init__(self, dims):
        self.stream = cp.cuda.get_current_stream()
        self.layers = [Layer(a, b) for a, b in zip(dims, dims[1:])]
        self.reducer = Reducer()

    def step(self, x, lr=1e-3):
        for layer in self.layers:
            x = layer.forward(x)
        g = cp.ones_like(x)
        for layer in reversed(self.layers):
            g = layer.backward(g)
            self.reducer.reduce(layer.grad, self.stream.record())
        self.reducer.finish(self.stream)
        for layer in self.layers:
            layer.w -= lr * layer.grad


def main():
    trainer = Trainer([64, 128, 10])
    for _ in range(3):
        trainer.step(cp.ones((32, 64), dtype=cp.float32))
    print(trainer.layers[0].w.sum())


main()
