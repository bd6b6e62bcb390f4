"""A batch is made on the null stream, and a model that is not seen works with it on another one."""
import cupy as cp

from elsewhere import Model


def batch(rows, padding):
    x = cp.asarray(rows, dtype=cp.int32)
    last = cp.asarray(padding, dtype=cp.int32) - 1
    x[cp.arange(len(rows)), last] = 7
    return x


def train(settings, batches):
    model = Model(settings)
    stream = cp.cuda.Stream(non_blocking=True)
    for rows, padding in batches:
        x = batch(rows, padding)
        with stream:
            model.forward(x)  # expect: CUP101
    stream.synchronize()
