"""The first call waits for an event that nothing has recorded yet, and records it for the next one."""
import cupy as cp
import cupyx


class Uploader:
    def __init__(self, shape):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.sent = cp.cuda.Event()
        self.host, self.data = cupyx.empty_pinned(shape), cp.empty(shape)

    def upload(self, fill):
        self.sent.synchronize()
        fill(self.host)
        self.data.set(self.host, stream=self.stream)
        self.sent.record(self.stream)


def main(shape, fill, steps=100, every=10):
    uploader = Uploader(shape)
    for step in range(steps):
        if step % every == 0:
            uploader.upload(fill)
    uploader.stream.synchronize()


if __name__ == "__main__":
    main((1000,), lambda host: host.fill(0))
