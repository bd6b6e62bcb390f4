"""Accumulate statistics on one stream, report from the host at intervals using done."""

import time

import cupy as cp


class RunningStats:
    def __init__(self, shape):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.count = 0
            self.mean = cp.zeros(shape)
            self.m2 = cp.zeros(shape)

    def update(self, x, ready=None):
        if ready is not None:
            self.stream.wait_event(ready)
        with self.stream:
            self.count += 1
            delta = x - self.mean
            self.mean += delta / self.count
            self.m2 += delta * (x - self.mean)

    def snapshot(self):
        with self.stream:
            m = self.mean.copy()
            v = self.m2 / max(self.count - 1, 1)
        done = self.stream.record()
        return m, v, done


def main():
    producer = cp.cuda.Stream(non_blocking=True)
    stats = RunningStats((128,))
    for i in range(50):
        with producer:
            x = cp.random.random(128)
        stats.update(x, producer.record())
        producer.wait_event(stats.stream.record())
    mean, var, done = stats.snapshot()
    while not done.done:
        time.sleep(0.001)
    print(cp.asnumpy(mean)[:3], cp.asnumpy(var)[:3])


if __name__ == "__main__":
    main()
