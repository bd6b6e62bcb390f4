"""What the constructor of a subclass has called is not called again while the object works."""
import cupy as cp


class Engine:
    def __init__(self, n):
        self.work = cp.cuda.Stream(non_blocking=True)
        self.side = cp.cuda.Stream(non_blocking=True)
        self.x, self.snapshot = cp.zeros(n), cp.zeros(n)
        self.taken = cp.cuda.Event()
        cp.cuda.Device().synchronize()

    def prepare(self):
        self._begin()
        self.side.synchronize()

    def _begin(self):
        with self.work:
            cp.copyto(self.snapshot, self.x)  # maybe: CUP102
        self.side.wait_event(self.work.record())
        with self.side:
            self.bins = self.snapshot * 2
            self.taken.record()

    def run(self):
        self.work.wait_event(self.taken)
        self._begin()


class Lattice(Engine):
    def __init__(self, n):
        super().__init__(n)
        self.prepare()
