import cupy as cp
import cupyx


class Pending:
    def __init__(self, host, event):
        self.host = host
        self.event = event

    @property
    def ready(self):
        return self.event.done

    def result(self):
        self.event.synchronize()
        return self.host.copy()


class Head:
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)

    def submit(self, batch):
        self.stream.wait_event(cp.cuda.get_current_stream().record())
        host = cupyx.empty_pinned(batch.shape, "f4")
        done = cp.cuda.Event(disable_timing=True)
        with self.stream:
            cp.exp(batch).get(out=host, blocking=False)
            done.record()
        return Pending(host, done)
