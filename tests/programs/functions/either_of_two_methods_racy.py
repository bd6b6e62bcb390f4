# Which of two methods is called hangs on a flag: each is followed.
import cupy as cp
import numpy as np


def pinned(a):
    memory = cp.cuda.alloc_pinned_memory(a.nbytes)
    found = np.frombuffer(memory, a.dtype, a.size).reshape(a.shape)
    found[...] = a  # expect: CUP203
    return found


class Sender:
    def __init__(self, use_pinned=False):
        if use_pinned:
            self._send = self._send_pinned
        else:
            self._send = self._send_plain

    def _send_pinned(self, host):
        sent = cp.empty(host.shape, dtype=np.float32)
        sent.set(pinned(host), stream=cp.cuda.Stream(non_blocking=True))  # expect: CUP104
        return sent

    def _send_plain(self, host):
        return cp.asarray(host)

    def run(self, host):
        return self._send(host) * 2  # expect: CUP101
