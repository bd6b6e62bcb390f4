import collections

import cupy as cp


class Pool:
    """Scratch vectors; each is used on the stream that was current when it was taken."""

    def __init__(self, count, length):
        self.home = cp.cuda.get_current_stream()
        self.free = collections.deque()
        for _ in range(count):
            self.free.append((cp.zeros(length), self.home.record()))

    def acquire(self):
        vector, idle = self.free.popleft()
        cp.cuda.get_current_stream().wait_event(idle)
        return vector

    def release(self, vector):
        self.free.append((vector, cp.cuda.get_current_stream().record()))
