"""As many rows of a buffer as are used are read before the next call, which gets its memory, fills it from the host."""

import cupy as cp


class Loader:
    def __init__(self, host):
        self.host = host
        self.copies = cp.cuda.Stream(non_blocking=True)

    def total(self, rows, used):
        buf = cp.empty((rows, 1000))
        self.copies.wait_event(cp.cuda.get_current_stream().record())
        buf.set(self.host, stream=self.copies)
        cp.cuda.get_current_stream().wait_event(self.copies.record())
        return buf[:used].sum()
