"""Priority: a checkpoint stream copies weights in the background, trainer waits before it updates them."""

import cupy as cp
import numpy as np


class Checkpointer:
    def __init__(self, path):
        self.path = path
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.snapshot = None
        self.copied = cp.cuda.Event()

    def begin(self, params, ready):
        self.stream.wait_event(ready)
        with self.stream:
            self.snapshot = {k: v.copy() for k, v in params.items()}
        self.copied.record(self.stream)
        return self.copied

    def finish(self):
        if self.snapshot is None:
            return
        self.stream.synchronize()
        np.savez(self.path, **{k: cp.asnumpy(v) for k, v in self.snapshot.items()})
        self.snapshot = None


def sgd(params, grads, lr):
    for name, p in params.items():
        p -= lr * grads[name]


def main():
    work = cp.cuda.Stream(non_blocking=True)
    ck = Checkpointer("weights.npz")
    with work:
        params = {"w": cp.ones((64, 64)), "b": cp.zeros(64)}
        for step in range(20):
            grads = {k: cp.full_like(v, 0.1) for k, v in params.items()}
            if step % 5 == 0:
                ck.finish()
                copied = ck.begin(params, work.record())
                work.wait_event(copied)
            sgd(params, grads, 0.01)
    ck.finish()
    work.synchronize()
    print(float(params["w"].mean()))


if __name__ == "__main__":
    main()
