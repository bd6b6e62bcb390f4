"""A worker's stream is known to it alone: who takes the array from the queue cannot wait for it."""
import queue
import threading

import cupy as cp


class Workers:
    def __init__(self):
        self.hosts, self.arrays = queue.Queue(), queue.Queue()

    def start(self):
        threading.Thread(target=self._upload, daemon=True).start()
        threading.Thread(target=self._transform, daemon=True).start()

    def _upload(self):
        stream = cp.cuda.Stream(non_blocking=True)
        while (host := self.hosts.get()) is not None:
            with stream:
                x = cp.asarray(host)
                y = x * 2
            self.arrays.put((y, stream.record()))

    def _transform(self):
        stream = cp.cuda.Stream(non_blocking=True)
        while (job := self.arrays.get()) is not None:
            y, ready = job
            stream.wait_event(ready)
            with stream:
                cp.fft.fft(y)
            stream.synchronize()
