"""Video-like pipeline: decode thread fills pinned memory, main thread uploads and filters."""

import queue
import threading

import cupy as cp
import cupyx
import cupyx.scipy.ndimage as ndi
import numpy as np


class Decoder(threading.Thread):
    def __init__(self, n, shape, out):
        super().__init__()
        self.n, self.shape, self.out = n, shape, out
        self.free = queue.Queue()
        for _ in range(3):
            self.free.put(cupyx.empty_pinned(shape, np.uint8))

    def run(self):
        for i in range(self.n):
            buf = self.free.get()
            buf[...] = i
            self.out.put(buf)
        self.out.put(None)


def main(n=10, shape=(480, 640)):
    q = queue.Queue(maxsize=3)
    decoder = Decoder(n, shape, q)
    decoder.start()
    stream = cp.cuda.Stream(non_blocking=True)
    gray = cp.empty(shape, np.uint8)
    stats = []
    cp.cuda.Device().synchronize()
    try:
        while (frame := q.get()) is not None:
            gray.set(frame, stream=stream)
            uploaded = stream.record()
            with stream:
                edges = ndi.sobel(gray.astype(cp.float32))
                stats.append(cp.abs(edges).mean())
            uploaded.synchronize()
            decoder.free.put(frame)
    finally:
        decoder.join()
        stream.synchronize()
    print([float(s) for s in stats])


if __name__ == "__main__":
    main()
