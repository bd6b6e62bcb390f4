"""Multi-device map with one stream a device."""

import cupy as cp
import numpy as np


class DeviceWorker:
    def __init__(self, device_id):
        self.device_id = device_id
        with cp.cuda.Device(device_id):
            self.stream = cp.cuda.Stream(non_blocking=True)
            self.done = cp.cuda.Event()
        self.result = None

    def submit(self, chunk):
        with cp.cuda.Device(self.device_id), self.stream:
            x = cp.asarray(chunk)
            self.result = cp.sqrt(x * x + 1.0)
            self.done.record(self.stream)

    def collect(self):
        with cp.cuda.Device(self.device_id):
            self.done.synchronize()
            return self.result.get()


def parallel_map(data):
    workers = [DeviceWorker(i) for i in range(cp.cuda.runtime.getDeviceCount())]
    for worker, chunk in zip(workers, np.array_split(data, len(workers))):
        worker.submit(chunk)
    return np.concatenate([w.collect() for w in workers])


def reduce_all(arrays):
    total = 0.0
    for i, a in enumerate(arrays):
        with cp.cuda.Device(i):
            total += float(a.sum())
    return total


def main():
    data = np.linspace(0, 1, 1 << 22)
    out = parallel_map(data)
    assert np.allclose(out, np.sqrt(data**2 + 1))
    parts = []
    for i in range(cp.cuda.runtime.getDeviceCount()):
        with cp.cuda.Device(i):
            parts.append(cp.ones(100))
    print(reduce_all(parts))


if __name__ == "__main__":
    main()
