import contextlib
import queue

import cupy as cp


class Workspaces:
    """Scratch memory; a lease is used on the stream that was current when it was taken."""

    def __init__(self, nbytes, count=4):
        self.free = queue.LifoQueue()
        for _ in range(count):
            released = cp.cuda.Event(disable_timing=True)
            released.record(cp.cuda.get_current_stream())
            self.free.put((cp.empty(nbytes, cp.uint8), released))

    @contextlib.contextmanager
    def lease(self, shape, need):
        memory, released = self.free.get()
        stream = cp.cuda.get_current_stream()
        stream.wait_event(released)
        try:
            yield memory[:need].view(cp.float32).reshape(shape)
        finally:
            released.record(stream)
            self.free.put((memory, released))
