"""CUDA graph: capture once, replay, inputs written on the same stream."""

import cupy as cp
import numpy as np


class GraphedModel:
    def __init__(self, dim):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.w = cp.random.standard_normal((dim, dim)).astype(cp.float32)
            self.x = cp.zeros((dim,), dtype=cp.float32)
            self.y = cp.zeros((dim,), dtype=cp.float32)
            self.t = cp.zeros((dim,), dtype=cp.float32)
            self._body()
            self.stream.synchronize()
            self.stream.begin_capture()
            self._body()
            self.graph = self.stream.end_capture()

    def _body(self):
        cp.multiply(self.x, 2.0, out=self.t)
        cp.add(self.t, 1.0, out=self.y)

    def __call__(self, host):
        self.x.set(host, stream=self.stream)
        self.graph.launch(stream=self.stream)
        return self.y.get(stream=self.stream)


def main():
    model = GraphedModel(128)
    for i in range(5):
        y = model(np.full(128, i, dtype=np.float32))
        assert np.all(y == 2 * i + 1), y


if __name__ == "__main__":
    main()
