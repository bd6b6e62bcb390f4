import cupy as cp


class Buffer:
    def __init__(self, n):
        self.data = cp.zeros(n)
        self.done = cp.cuda.get_current_stream().record()

    def used_on(self, stream):
        stream.wait_event(self.done)
        return self.data

    def release(self, stream):
        self.done = stream.record()


buf = Buffer(1 << 20)
streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
for i in range(9):
    s = streams[i % 3]
    with s:
        d = buf.used_on(s)
        d += i
        buf.release(s)
buf.done.synchronize()
print(buf.data.sum())
