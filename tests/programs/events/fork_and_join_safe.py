"""Fork and join of independent branches with events."""

import cupy as cp


def fork(main, branches):
    e = main.record()
    for b in branches:
        b.wait_event(e)


def join(main, branches):
    for b in branches:
        main.wait_event(b.record())


class Model:
    def __init__(self, dim, n_branches=3):
        self.main = cp.cuda.Stream(non_blocking=True)
        self.branches = [cp.cuda.Stream(non_blocking=True) for _ in range(n_branches)]
        with self.main:
            self.weights = [cp.random.standard_normal((dim, dim), dtype=cp.float32) for _ in range(n_branches)]

    def forward(self, x):
        fork(self.main, self.branches)
        outs = []
        for stream, w in zip(self.branches, self.weights):
            with stream:
                outs.append(cp.maximum(x @ w, 0))
        join(self.main, self.branches)
        with self.main:
            return sum(outs)

    def run(self, steps, batch):
        with self.main:
            x = cp.ones((batch, self.weights[0].shape[0]), dtype=cp.float32)
        for _ in range(steps):
            x = self.forward(x)
            with self.main:
                x = x / cp.linalg.norm(x, axis=1, keepdims=True)
        self.main.synchronize()
        return x


if __name__ == "__main__":
    model = Model(256)
    result = model.run(5, 64)
    print(result.shape, float(result.sum()))
