"""Prefetching loader: a background stream fills the next batch while the current one is used."""

import logging

import cupy as cp
import numpy as np

logger = logging.getLogger(__name__)


class Prefetcher:
    def __init__(self, loader, stream=None):
        self.loader = iter(loader)
        self.stream = stream or cp.cuda.Stream(non_blocking=True)
        self.next_batch = None
        self.preload()

    def preload(self):
        try:
            host = next(self.loader)
        except StopIteration:
            self.next_batch = None
            return
        with self.stream:
            self.next_batch = cp.asarray(host)
            self.next_batch = self.next_batch.astype(cp.float32) / 255.0

    def next(self):
        cp.cuda.get_current_stream().wait_event(self.stream.record())
        batch = self.next_batch
        if batch is not None:
            self.preload()
        return batch


def loader(n):
    rng = np.random.default_rng(0)
    for _ in range(n):
        yield rng.integers(0, 255, size=(32, 3, 224, 224), dtype=np.uint8)


def train():
    pre = Prefetcher(loader(10))
    batch = pre.next()
    step = 0
    while batch is not None:
        loss = (batch**2).mean()
        if step % 2 == 0:
            logger.info("step %d loss %f", step, float(loss))
        batch = pre.next()
        step += 1


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    train()
