"""As many rows of a buffer as are used are still read when the next call gets its memory, and fills it from the host."""

import cupy as cp


class Loader:
    def __init__(self, host):
        self.host = host
        self.copies = cp.cuda.Stream(non_blocking=True)

    def total(self, rows, used):
        buf = cp.empty((rows, 1000))
        buf.set(self.host, stream=self.copies)  # expect: CUP104
        cp.cuda.get_current_stream().wait_event(self.copies.record())
        return buf[:used].sum()
