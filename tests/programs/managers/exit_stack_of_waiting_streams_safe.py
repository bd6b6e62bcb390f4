"""ExitStack of streams, one for each part, results gathered after closing callbacks that wait."""

from contextlib import ExitStack, contextmanager

import cupy as cp
import numpy as np


@contextmanager
def waited(stream):
    with stream:
        yield stream
        stream.synchronize()


def partial_sums(host, parts):
    sums = []
    for piece in np.array_split(host, parts):
        with waited(cp.cuda.Stream(non_blocking=True)):
            sums.append(cp.asarray(piece).sum())
    return cp.stack(sums)


def nested():
    with ExitStack() as stack:
        stream = stack.enter_context(cp.cuda.Stream(non_blocking=True))
        stack.callback(stream.synchronize)
        x = cp.arange(1000) ** 2
        y = x.reshape(10, 100).sum(axis=1)
    return y


def main():
    s = partial_sums(np.random.rand(1 << 20), 8)
    print(float(s.sum()))
    print(nested().tolist())


if __name__ == "__main__":
    main()
